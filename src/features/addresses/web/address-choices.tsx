import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'react-hot-toast'
import { Form, Link, useRevalidator } from 'react-router'
import { call, messageOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import type { Address, deleteAddress } from '../addresses.contract.ts'
import { formatPhone } from '../addresses.rules.ts'

export const fullName = (address: Pick<Address, 'firstName' | 'lastName'>) => `${address.firstName} ${address.lastName}`

const card =
  'relative border border-line-strong bg-paper not-first:-mt-px has-checked:z-1 has-checked:border-neel-700 has-checked:bg-neel-50 has-checked:inset-ring has-checked:inset-ring-neel-700'

interface ChoiceCardProps {
  name: string
  value: string
  checked: boolean
  /** The id of the form that is sent with the choice. */
  form: string
  onChoose: () => void
  title: string
  children: ReactNode
  icon?: ReactNode
  /** Under the label, not part of it. */
  actions?: ReactNode
  describedBy?: string | undefined
}

/** A radio with a full-width label. */
export function ChoiceCard({
  name,
  value,
  checked,
  form,
  onChoose,
  title,
  children,
  icon,
  actions,
  describedBy,
}: ChoiceCardProps) {
  return (
    <div className={card}>
      <label className={`flex cursor-pointer items-start gap-3 px-4 pt-3.5 ${actions ? 'pb-1' : 'pb-3.5'}`}>
        <input
          type="radio"
          name={name}
          value={value}
          form={form}
          checked={checked}
          onChange={onChoose}
          required
          aria-describedby={describedBy}
          className="mt-0.5 flex-none"
        />
        <span className="min-w-0 flex-1 break-words">
          <strong>{title}</strong>
          <span className="block text-ink-soft text-sm">{children}</span>
        </span>
        {icon}
      </label>
      {actions && <div className="flex gap-1 pb-1.5 pl-10">{actions}</div>}
    </div>
  )
}

interface AddressChoicesProps {
  addresses: Address[]
  selected: string | undefined
  form: string
  onSelect: (id: string) => void
  /** The focus must go somewhere: the pressed button is gone. */
  onDeleted: () => void
  /** Asked for by a form sent before JavaScript had loaded: confirm deleting this one. */
  asked: string | null
  describedBy?: string | undefined
}

const small = 'link inline-flex min-h-11 items-center px-2 text-sm'

/** The saved addresses as radios, each with Edit and Delete. */
export function AddressChoices({
  addresses,
  selected,
  form,
  onSelect,
  onDeleted,
  asked,
  describedBy,
}: AddressChoicesProps) {
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<Address>()
  const [busy, setBusy] = useState(false)

  async function remove(address: Address) {
    setBusy(true)
    try {
      const { message } = await call<typeof deleteAddress>('DELETE /api/address/:id', { params: { id: address._id } })
      await revalidate()
      toast.success(message)
      flushSync(() => setDeleting(undefined))
      onDeleted()
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <fieldset className="min-w-0">
        <legend className="sr-only">Choose an address</legend>
        {addresses.map((address) => (
          <ChoiceCard
            key={address._id}
            name="address"
            value={address._id}
            checked={address._id === selected}
            form={form}
            onChoose={() => onSelect(address._id)}
            title={fullName(address)}
            describedBy={describedBy}
            actions={
              asked === address._id ? (
                <DeleteForm id={address._id} />
              ) : (
                <>
                  <Link to={`/add-address?id=${address._id}`} className={small}>
                    Edit<span className="sr-only"> address of {fullName(address)}</span>
                  </Link>
                  <Form
                    action="/cart"
                    onSubmit={(event) => {
                      event.preventDefault()
                      setDeleting(address)
                    }}
                  >
                    <button type="submit" name="delete" value={address._id} className={small}>
                      Delete<span className="sr-only"> address of {fullName(address)}</span>
                    </button>
                  </Form>
                </>
              )
            }
          >
            {address.street}
            <br />
            {address.city}, {address.state} {address.zipcode}, {address.country}
            <br />
            {formatPhone(address.phone, address.country)}
          </ChoiceCard>
        ))}
      </fieldset>
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
}

/** The confirmation when there is no JavaScript to show a dialog. */
function DeleteForm({ id }: { id: string }) {
  return (
    <form method="post" action="/cart" className="flex flex-wrap items-center gap-2 pb-2">
      <input type="hidden" name="address" value={id} />
      <span className="font-semibold text-sm">Delete this address?</span>
      <Button type="submit" name="intent" value="delete-address" variant="danger" size="sm">
        Delete address
      </Button>
      <Link to="/cart" className={small}>
        Keep address
      </Link>
    </form>
  )
}
