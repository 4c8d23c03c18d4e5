import { Link } from 'react-router'
import { dialPhone } from '#features/addresses/addresses.rules.ts'
import type { UntoldProducer } from '#features/workshop/telling/telling.contract.ts'
import { useMay } from '#web/rights.ts'
import { Name } from '#web/ui/name.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Makers whom neither mail nor phone tells of a parcel: somebody calls them. Nothing where there are none. */
export function UntoldMakers({ producers, total }: { producers: readonly UntoldProducer[]; total: number }) {
  const may = useMay()
  if (total === 0) return null
  return (
    <Panel aria-labelledby="untold" className="mb-5 p-5 nav:p-6">
      <h2 id="untold" className="heading-plain text-lg leading-tight">
        Makers who cannot be told
      </h2>
      <p className="mb-3 text-ink-soft text-sm">
        They have no email address, and no phone on which they allowed it. Call them when something waits.
      </p>
      <ul>
        {producers.map(({ _id, name, phone, whatsapp, parcels }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-4 border-line py-2.5 text-sm not-first:border-t">
            <span className="wrap-anywhere min-w-0 flex-1 font-semibold">
              {may('producers') ? (
                <Link to={`/seller/producers/${_id}`} className="link">
                  <Name>{name}</Name>
                </Link>
              ) : (
                <Name>{name}</Name>
              )}
            </span>
            <span>{waits(parcels)}</span>
            {phone === null ? (
              <span className="text-ink-soft">no phone either</span>
            ) : (
              <a href={`tel:${dialPhone(phone, 'India')}`} className="link figures inline-grid min-h-11 content-center">
                {phone}
              </a>
            )}
            {whatsapp && (
              <a href={whatsapp} target="_blank" rel="noreferrer" className="link inline-grid min-h-11 content-center">
                WhatsApp<span className="sr-only"> to {name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {total > producers.length && <p className="mt-3 text-ink-soft text-sm">{total - producers.length} more.</p>}
    </Panel>
  )
}

function waits(parcels: number) {
  if (parcels === 0) return 'nothing waits'
  return parcels === 1 ? '1 parcel waits' : `${parcels} parcels wait`
}
