import type { Paise } from '#shared/money.ts'
import type { FileKind, FileState, Finding } from '../../courier-file.kinds.ts'

export interface CourierFileTables {
  courier_files: {
    id: string
    kind: FileKind
    /** As the sender calls it. */
    name: string
    /** Of what stands in its cells: the same file under another name, or saved by another program, has the same. */
    hash: string
    /** Of the transfer that the cash came with. */
    reference: string | null
    /** 1, 2 …: which of the files with this content and reference it is. */
    copy: number
    /** Kind, hash, reference and copy, from when it is being booked: no two of the same are. */
    booked_key: string | null
    courier: string | null
    /** JSON: KeptColumns. */
    columns: string
    /** 0 or 1: packed parcels that get a tracking number become Shipped. */
    mark_shipped: number
    state: FileState
    /** Without the heading. */
    lines: number
    /** JSON: KeptSummary. */
    summary: string
    checked_at: number
    /** Who checked it; from when it is being booked, who books it. */
    seller_id: string
    seller_email: string
    booked_at: number | null
    booked_lines: number
    booked_paise: Paise
  }
  courier_file_lines: {
    file_id: string
    /** As a spreadsheet numbers it: the first is 1. */
    line: number
    /** What it names its parcel by. */
    named: string
    finding: Finding
    /** What we do with it, where somebody should look at it; after the booking, what came of it. */
    note: string | null
    parcel_id: string | null
    order_id: string | null
    /** What it says of the parcel: its tracking number, or its status. */
    says: string | null
    courier: string | null
    expected_paise: Paise | null
    amount_paise: Paise | null
    /** The line of the same file that books this parcel. */
    other_line: number | null
    /** 0: still to be booked. */
    done: number
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends CourierFileTables {}
}
