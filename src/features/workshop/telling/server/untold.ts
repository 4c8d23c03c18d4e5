import { z } from 'zod'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { whatsappUrl } from '#features/orders/parcels/whatsapp.ts'
import type { Deps } from '#kernel/deps.ts'
import { browsersOf } from '../../push/server/subscriptions.ts'
import type { UntoldProducer } from '../telling.contract.ts'
import { untoldEn } from './untold-words.en.ts'
import { untoldHi } from './untold-words.hi.ts'

const MOST = 50
const words = { en: untoldEn, hi: untoldHi }

const WithPhone = z.object({ phone: z.string() })
const phoneIn = (sendsFrom: string | null) => (sendsFrom === null ? '' : WithPhone.parse(JSON.parse(sendsFrom)).phone)

/** Producers who have work in the workshop and cannot be told of it. Samples of the demo are nobody. */
export async function listUntold({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const without = await db
    .selectFrom('producers')
    .select(['id', 'name', 'mobile_number', 'sends_from', 'language', 'suspended_at'])
    .select((row) =>
      row
        .selectFrom('parcels')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('parcels.sender_id', '=', 'producers.id')
        .where('parcels.status', 'in', ['To pack', 'Packed'])
        .as('parcels'),
    )
    .where('email', '=', '')
    .where('demo', '=', 0)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('sends_from', 'is not', null),
        exists(selectFrom('producer_people').select('id').whereRef('producer_id', '=', 'producers.id')),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('producer_people')
            .select('id')
            .whereRef('producer_id', '=', 'producers.id')
            .where('producer_people.email', 'is not', null),
        ),
      ),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  const told = new Set(
    without.length === 0
      ? []
      : (
          await browsersOf(
            db,
            without.map(({ id }) => id),
          )
        ).map(({ producer_id }) => producer_id),
  )
  const untold = without.flatMap((row): UntoldProducer[] => {
    const parcels = Number(row.parcels ?? 0)
    // A suspended one has what was ordered before, and nothing else.
    if (told.has(row.id) || (row.suspended_at !== null && parcels === 0)) return []
    const phone = phoneIn(row.sends_from) || row.mobile_number
    const text = words[row.language].look(config.storeName, `${config.publicUrl}/workshop`)
    return [
      {
        ...{ _id: row.id, name: row.name, parcels },
        phone: phone === '' ? null : formatPhone(phone, 'India'),
        whatsapp: whatsappUrl(phone, text) ?? null,
      },
    ]
  })
  const byWork = untold.toSorted((one, other) => other.parcels - one.parcels)
  return { producers: byWork.slice(0, MOST), total: untold.length }
}
