import type { Address } from '#features/addresses/addresses.contract.ts'
import { AddressActions, AddressLines, fullName } from '#features/addresses/web/saved-address.tsx'
import { useSend } from '#web/hooks/use-send.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'

interface AccountAddressesProps {
  addresses: Address[]
  /** Confirm deleting this one, before JavaScript. */
  asked: string | null
  headingId: string
}

export function AccountAddresses({ addresses, asked, headingId }: AccountAddressesProps) {
  const deleting = useSend({ onDone: () => document.getElementById(headingId)?.focus() })
  return (
    <>
      {addresses.length === 0 && <p className="mb-4">None yet.</p>}
      <ul className="mb-4">
        {addresses.map((address) => (
          <li key={address._id} className="border-line py-3.5 first:pt-0 not-first:border-t">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 break-words">
              <strong className="min-w-0">{fullName(address)}</strong>
              {address.isDefault && <Pill tone="info">Chosen first</Pill>}
            </p>
            <p className="break-words text-ink-soft text-sm">
              <AddressLines address={address} />
            </p>
            <div className="-ml-2 flex gap-1">
              <AddressActions page="/account" address={address} isAsked={asked === address._id} deleting={deleting} />
            </div>
          </li>
        ))}
      </ul>
      <ButtonLink to="/add-address?from=account" variant="line">
        Add an address
      </ButtonLink>
      <SendFailed failed={deleting.failed} className="my-3" />
    </>
  )
}
