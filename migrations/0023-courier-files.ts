import type { Kysely } from 'kysely'

export const besideOldVersion = true

/** What couriers' files say of parcels, and what of it was booked. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db
  await schema
    .createTable('courier_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    // Of what stands in its cells: the same file under another name, or saved by another program, has the same.
    .addColumn('hash', 'text', (column) => column.notNull())
    // Kind and hash, from when it is being booked: no two files with the same content are.
    .addColumn('booked_key', 'text', (column) => column.unique())
    .addColumn('courier', 'text')
    // JSON: which column is what, and the heading that this fits.
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('mark_shipped', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('lines', 'integer', (column) => column.notNull())
    // JSON: counts and sums of the check, and parcels whose cash the file does not name.
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .addColumn('seller_id', 'text', (column) => column.notNull())
    .addColumn('seller_email', 'text', (column) => column.notNull())
    .addColumn('booked_at', 'bigint')
    .addColumn('booked_lines', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('booked_paise', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.createIndex('courier_files_checked').on('courier_files').columns(['kind', 'checked_at']).execute()
  await schema.createIndex('courier_files_booked').on('courier_files').column('booked_at').execute()

  await schema
    .createTable('courier_file_lines')
    .addColumn('file_id', 'text', (column) => column.notNull().references('courier_files.id').onDelete('cascade'))
    // As a spreadsheet numbers it.
    .addColumn('line', 'integer', (column) => column.notNull())
    // What it names the parcel by.
    .addColumn('named', 'text', (column) => column.notNull())
    .addColumn('finding', 'text', (column) => column.notNull())
    // What we do with it, where somebody should look at it.
    .addColumn('note', 'text')
    .addColumn('parcel_id', 'text')
    .addColumn('order_id', 'text')
    // What it says of the parcel: its tracking number, or its status.
    .addColumn('says', 'text')
    .addColumn('courier', 'text')
    .addColumn('expected_paise', 'bigint')
    .addColumn('amount_paise', 'bigint')
    // The line of the same file that books this parcel.
    .addColumn('other_line', 'integer')
    // 0: still to be booked.
    .addColumn('done', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('courier_file_lines_key', ['file_id', 'line'])
    .execute()
  await schema
    .createIndex('courier_file_lines_waiting')
    .on('courier_file_lines')
    .columns(['file_id', 'done', 'order_id', 'line'])
    .execute()
  await schema
    .createIndex('courier_file_lines_of_parcel')
    .on('courier_file_lines')
    .columns(['file_id', 'parcel_id'])
    .execute()
}
