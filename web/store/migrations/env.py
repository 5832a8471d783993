"""Runs the steps on the connection, and in the transaction, that `web.store.database` gives."""

from alembic import context

from web.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
