import type { ReactNode } from 'react'
import { Name } from '#web/ui/name.tsx'
import type { Address } from '../addresses.contract.ts'
import { fullName } from './saved-address.tsx'

interface PostalAddressProps {
  address: Pick<Address, 'firstName' | 'lastName' | 'street' | 'city' | 'state' | 'zipcode'>
  className: string
  /** More about it, below. */
  children?: ReactNode
}

/** An address as it stands on a parcel. */
export const PostalAddress = ({ address, className, children }: PostalAddressProps) => (
  <address className={`not-italic ${className}`}>
    <b>
      <Name>{fullName(address)}</Name>
    </b>
    <br />
    <bdi>{address.street}</bdi>
    <br />
    <bdi>{address.city}</bdi>, <bdi>{address.state}</bdi> {address.zipcode}
    {children}
  </address>
)
