import { Link } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import type { Send } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import type { Address } from '../addresses.contract.ts'
import { formatPhone, shipsTo } from '../addresses.rules.ts'
import { addressesEn } from '../addresses.words.en.ts'

export const fullName = (address: Pick<Address, 'firstName' | 'lastName'>) => `${address.firstName} ${address.lastName}`

/** Where it is, and the phone, under the name; and whether we ship there. */
export function AddressLines({ address }: { address: Address }) {
  const { shipTo } = useSettings()
  return (
    <>
      {address.street}
      <br />
      {address.city}, {address.state} {address.zipcode}, {address.country}
      <br />
      {formatPhone(address.phone, address.country)}
      {!shipsTo(address.country, shipTo) && (
        <b className="block text-haldi-700">{addressesEn.NOT_SHIPPED_TO(address)}.</b>
      )}
    </>
  )
}

interface AddressActionsProps {
  /** The page that lists the addresses, and deletes them. */
  page: '/cart' | '/account'
  address: Address
  /** Before JavaScript has loaded the page asks whether to delete this one. */
  isAsked: boolean
  deleting: Send
}

/** Edit and Delete. */
export function AddressActions({ page, address, isAsked, deleting }: AddressActionsProps) {
  const query = new URLSearchParams({ id: address._id, ...(page === '/account' ? { from: 'account' } : {}) })
  return (
    <>
      {!isAsked && (
        <Link to={`/add-address?${query}`} className={small}>
          Edit<span className="sr-only"> address of {fullName(address)}</span>
        </Link>
      )}
      <AskFirst
        send={deleting}
        page={page}
        ask={{ name: 'delete', value: address._id, isAsked }}
        fields={{ intent: 'delete-address', address: address._id }}
        title="Delete this address?"
        text={`${fullName(address)}, ${address.street}, ${address.city}. Orders already placed keep their own copy.`}
        confirm="Delete address"
        keep="Keep address"
        danger
      >
        {(button) => (
          <button {...button} className={small}>
            Delete<span className="sr-only"> address of {fullName(address)}</span>
          </button>
        )}
      </AskFirst>
    </>
  )
}

const small = 'link inline-flex min-h-11 min-w-11 items-center px-2 text-sm'
