import { courierName } from '#features/orders/parcels/couriers.ts'
import { trackingKey } from '#features/orders/parcels/parcels.states.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Message } from '#shared/messages.ts'
import type { DecimalSign } from '#shared/reading/read-number.ts'
import {
  isPerhapsRounded,
  isShortened,
  roundedNumbers,
  withoutZeroDecimals,
  withZeros,
} from '#shared/reading/rewritten-identifiers.ts'
import { readReference } from '../../courier-file.words.ts'
import { message } from '../../shipping.messages.ts'
import { asHolder, type FoundParcel, type findRewritten } from './find-parcels.ts'
import type { ReadLine } from './read-courier-file.ts'

/** Parcels read to learn the length of a courier's numbers. */
const LOOKED_THROUGH = 2000
/** So many longer numbers show a courier's usual length. */
const ENOUGH = 2
/** One number in ten begins with a zero; if more than one in four is short, the courier uses several lengths. */
const LONGER_FOR_EACH = 3

/** What only all lines of a file together can tell. */
export interface WholeFile {
  sign: DecimalSign | undefined
  /** A spreadsheet rounded this tracking number, by the rest of the file. */
  isRounded: (key: string) => boolean
  /** The usual length of a courier's numbers, where this one is shorter and may have lost zeros. */
  shorterThan: (number: string, courier: string | null) => number | undefined
}

const keyOf = (number: string) => trackingKey(withoutZeroDecimals(number))
const digitsOnly = (number: string) => /^\d+$/.test(number)

/** Reads the file as a whole, and the recent numbers of couriers. */
export async function readWhole(db: Db, lines: readonly ReadLine[], sign: DecimalSign | undefined): Promise<WholeFile> {
  const isRounded = roundedNumbers(
    lines.flatMap(({ cell }) => [cell.number, readReference('cash', cell.parcel).key ?? '']).map(keyOf),
  )
  const recent = await db
    .selectFrom('parcels')
    .select(['courier', 'tracking_number'])
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH)
    .execute()
  /** The file counts for its own courier only. */
  const known = recent.flatMap(({ courier, tracking_number }) =>
    tracking_number !== null && digitsOnly(tracking_number) ? [{ courier, number: tracking_number }] : [],
  )
  const given = lines.flatMap(({ cell }) => {
    const number = keyOf(cell.number)
    return digitsOnly(number) || isShortened(cell.number)
      ? [{ courier: courierName(cell.courier), number: isShortened(cell.number) ? '9'.repeat(16) : number }]
      : []
  })
  return {
    sign,
    isRounded,
    shorterThan(number, courier) {
      if (!digitsOnly(number)) return undefined
      const others = (numbers: readonly { courier: string | null; number: string }[]) =>
        numbers.filter((one) => one.number !== number).map((one) => one.number.length)
      const before = others(courier === null ? [] : known.filter((one) => one.courier === courier))
      const beside = others(given.filter((one) => one.courier === '' || one.courier === courier))
      const longer = [...before, ...beside].filter((length) => length > number.length)
      const alike = beside.filter((length) => length <= number.length)
      const isUsual = before.some((length) => length <= number.length) || alike.length * LONGER_FOR_EACH > longer.length
      return isUsual || longer.length < ENOUGH ? undefined : Math.min(...longer)
    },
  }
}

type Rewritten = ReturnType<Awaited<ReturnType<typeof findRewritten>>>

/** Why a tracking number is doubted; undefined if not. `rewritten`: parcels whose number it may have been. */
export function doubtsOf(
  number: string,
  {
    courier,
    parcel,
    whole,
    rewritten,
  }: { courier: string | null; parcel: FoundParcel; whole: WholeFile; rewritten: Rewritten },
): Message | undefined {
  const key = trackingKey(number)
  if (isShortened(number)) return message('LINE_NUMBER_SHORTENED', { number })
  if (parcel.trackingNumber !== null && trackingKey(parcel.trackingNumber) === key) return undefined
  const [near] = rewritten.near
  if (isPerhapsRounded(key) && near) return message('LINE_NUMBER_ROUNDED_OF', { number, holder: asHolder(near) })
  if (whole.isRounded(key)) return message('LINE_NUMBER_ROUNDED', { number })
  const [holder] = rewritten.withZeros
  if (holder && withZeros(key).length > 0)
    return message('LINE_NUMBER_LOST_ZEROS', { number, holder: asHolder(holder) })
  const digits = whole.shorterThan(key, courier)
  return digits === undefined ? undefined : message('LINE_NUMBER_TOO_SHORT', { number, digits })
}
