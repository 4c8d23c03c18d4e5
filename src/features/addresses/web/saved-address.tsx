import { useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'react-hot-toast'
import { Form, Link, useRevalidator } from 'react-router'
import { call } from '#web/call.ts'
import { useAct } from '#web/hooks/use-act.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { ActFailed } from '#web/ui/act-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import type { Address, deleteAddress } from '../addresses.contract.ts'
import { doNotShipTo, formatPhone, shipsTo } from '../addresses.rules.ts'

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
      {!shipsTo(address.country, shipTo) && <b className="block text-haldi-700">{doNotShipTo(address.country)}.</b>}
    </>
  )
}

/** The pages that list saved addresses. Their actions know the intent `delete-address`. */
type AddressPage = '/cart' | '/account'

const small = 'link inline-flex min-h-11 items-center px-2 text-sm'

interface AddressActionsProps {
  page: AddressPage
  address: Address
  /** A form sent before JavaScript had loaded asks whether to delete this one. */
  asked: boolean
  onDelete: (address: Address) => void
}

/** Edit and Delete. */
export function AddressActions({ page, address, asked, onDelete }: AddressActionsProps) {
  if (asked) return <DeleteForm page={page} id={address._id} />
  const query = new URLSearchParams({ id: address._id, ...(page === '/account' ? { from: 'account' } : {}) })
  return (
    <>
      <Link to={`/add-address?${query}`} className={small}>
        Edit<span className="sr-only"> address of {fullName(address)}</span>
      </Link>
      <Form
        action={page}
        onSubmit={(event) => {
          event.preventDefault()
          onDelete(address)
        }}
      >
        <button type="submit" name="delete" value={address._id} className={small}>
          Delete<span className="sr-only"> address of {fullName(address)}</span>
        </button>
      </Form>
    </>
  )
}

/** Asks once, then deletes. `onDeleted` moves the focus: the pressed button is gone. */
export function useDeleteAddress(onDeleted: () => void) {
  const { revalidate } = useRevalidator()
  const { busy, failed, act } = useAct()
  const [deleting, setDeleting] = useState<Address>()

  async function remove(address: Address) {
    await act(async () => {
      const { message } = await call<typeof deleteAddress>('DELETE /api/address/:id', { params: { id: address._id } })
      await revalidate()
      toast.success(message)
      flushSync(() => setDeleting(undefined))
      onDeleted()
    })
    setDeleting(undefined)
  }

  const dialog = (
    <>
      <ActFailed failed={failed} className="my-3" />
      <ConfirmDialog
        open={deleting !== undefined}
        title="Delete this address?"
        text={
          deleting &&
          `${fullName(deleting)}, ${deleting.street}, ${deleting.city}. Orders already placed keep their own copy.`
        }
        confirm="Delete address"
        keep="Keep address"
        danger
        busy={busy}
        onConfirm={() => deleting && remove(deleting)}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
  return { askToDelete: setDeleting, dialog }
}

/** The confirmation when there is no JavaScript to show a dialog. */
function DeleteForm({ page, id }: { page: AddressPage; id: string }) {
  return (
    <form method="post" action={page} className="flex flex-wrap items-center gap-2 pb-2">
      <input type="hidden" name="address" value={id} />
      <span className="font-semibold text-sm">Delete this address?</span>
      <Button type="submit" name="intent" value="delete-address" variant="danger" size="sm">
        Delete address
      </Button>
      <Link to={page} className={small}>
        Keep address
      </Link>
    </form>
  )
}
