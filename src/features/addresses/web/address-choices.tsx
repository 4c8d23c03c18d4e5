import type { ComponentProps, ReactNode } from 'react'
import { useSettings } from '#web/hooks/use-root.ts'
import type { Send } from '#web/hooks/use-send.ts'
import type { Address } from '../addresses.contract.ts'
import { shipsTo } from '../addresses.rules.ts'
import { AddressActions, AddressLines, fullName } from './saved-address.tsx'

const card =
  'relative border border-line-strong bg-paper not-first:-mt-px has-checked:z-1 has-checked:border-neel-700 has-checked:bg-neel-50 has-checked:inset-ring has-checked:inset-ring-neel-700'

interface ChoiceCardProps extends ComponentProps<'input'> {
  title: string
  icon?: ReactNode
  /** Under the label, not part of it. */
  actions?: ReactNode
}

/** A radio with a full-width label; a disabled one is shown, and cannot be chosen. */
export function ChoiceCard({ title, children, icon, actions, ...radio }: ChoiceCardProps) {
  return (
    <div className={card}>
      <label
        className={`flex items-start ${radio.disabled ? 'cursor-default text-ink-soft' : 'cursor-pointer'} gap-3 px-4 pt-3.5 ${actions ? 'pb-1' : 'pb-3.5'}`}
      >
        <input {...radio} type="radio" required className="mt-0.5 flex-none" />
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

interface AddressChoicesProps extends Pick<ComponentProps<'input'>, 'form' | 'aria-describedby'> {
  addresses: Address[]
  selected: string | undefined
  onSelect: (id: string) => void
  deleting: Send
  /** Asked for by a form sent before JavaScript had loaded: confirm deleting this one. */
  asked: string | null
}

/** The saved addresses as radios, each with Edit and Delete. */
export function AddressChoices({ addresses, selected, onSelect, deleting, asked, ...radio }: AddressChoicesProps) {
  const { shipTo } = useSettings()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Choose an address</legend>
      {addresses.map((address) => (
        <ChoiceCard
          {...radio}
          key={address._id}
          name="address"
          value={address._id}
          checked={address._id === selected}
          onChange={() => onSelect(address._id)}
          title={fullName(address)}
          disabled={!shipsTo(address.country, shipTo)}
          actions={
            <AddressActions page="/cart" address={address} isAsked={asked === address._id} deleting={deleting} />
          }
        >
          <AddressLines address={address} />
        </ChoiceCard>
      ))}
    </fieldset>
  )
}
