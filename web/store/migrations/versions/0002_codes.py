"""The code by which phones join a game; a game that was started before gets one when its host looks at it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the code and the moment at which it was made."""
    op.add_column("games", sa.Column("code", sa.String(4), nullable=True))
    op.add_column("games", sa.Column("code_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_games_code", "games", ["code"], unique=True)
