"""From a picture to dominoes: decoding, finding tiles, reading their halves, saying how sure."""
