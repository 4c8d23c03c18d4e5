import type { Ref } from 'react'
import type { Address } from '#features/addresses/addresses.contract.ts'
import { AddressChoices, ChoiceCard } from '#features/addresses/web/address-choices.tsx'
import { useLogin } from '#features/auth/web/login-context.tsx'
import { LoginOpener } from '#features/auth/web/login-opener.tsx'
import { formatRupees, type Paise } from '#shared/money.ts'
import { useSettings, useUser } from '#web/hooks/use-root.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { PaymentType } from './checkout.rules.ts'

interface CheckoutChoicesProps {
  /** The section with the address, to scroll to. */
  ref: Ref<HTMLElement>
  /** The id of the checkout form. */
  form: string
  addresses: Address[]
  selected: string | undefined
  onSelect: (id: string) => void
  onDeleted: () => void
  askedToDelete: string | null
  /** Shown where the address is missing. */
  problem: string | undefined
  totalPaise: Paise
  payment: PaymentType
  onPayment: (payment: PaymentType) => void
}

/** Where it goes and how it is paid. */
export function CheckoutChoices({
  ref,
  form,
  addresses,
  selected,
  onSelect,
  onDeleted,
  askedToDelete,
  problem,
  totalPaise,
  payment,
  onPayment,
}: CheckoutChoicesProps) {
  const user = useUser()
  const { onlinePayment } = useSettings()
  const problemId = problem ? 'address-problem' : undefined
  return (
    <>
      <section ref={ref} aria-labelledby="deliver-title" className="mt-10 grid gap-4">
        <h2 id="deliver-title" tabIndex={-1} className="text-2xl leading-control">
          Deliver to
        </h2>
        {problem && (
          <p id={problemId} className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
            <Icon name="warn" size="sm" />
            {problem}
          </p>
        )}
        {user === null && <LoginNotice />}
        {user !== null && addresses.length === 0 && (
          <div className="grid justify-items-start gap-3 border border-line-strong p-4">
            <p className="font-semibold">Where should we send it?</p>
            <ButtonLink to="/add-address" variant="line" size="sm" aria-describedby={problemId} className="min-h-11">
              <Icon name="plus" size="sm" />
              Add an address
            </ButtonLink>
          </div>
        )}
        {addresses.length > 0 && (
          <>
            <AddressChoices
              addresses={addresses}
              selected={selected}
              form={form}
              onSelect={onSelect}
              onDeleted={onDeleted}
              asked={askedToDelete}
              describedBy={problemId}
            />
            <p>
              <ButtonLink to="/add-address" variant="line" size="sm" className="min-h-11">
                <Icon name="plus" size="sm" />
                Add a new address
              </ButtonLink>
            </p>
          </>
        )}
      </section>
      <section aria-labelledby="pay-title" className="mt-10 grid gap-4">
        <h2 id="pay-title" className="text-2xl leading-control">
          How you will pay
        </h2>
        <fieldset className="min-w-0">
          <legend className="sr-only">Choose a payment method</legend>
          <ChoiceCard
            name="payment"
            value="COD"
            checked={payment === 'COD'}
            form={form}
            onChoose={() => onPayment('COD')}
            title="Cash on delivery (COD)"
            icon={<Icon name="cash" className="mt-0.5" />}
          >
            Pay {formatRupees(totalPaise)} when your order reaches you. No extra charge.
          </ChoiceCard>
          {onlinePayment && (
            <ChoiceCard
              name="payment"
              value="Online"
              checked={payment === 'Online'}
              form={form}
              onChoose={() => onPayment('Online')}
              title="Pay online by card"
              icon={<Icon name="card" className="mt-0.5" />}
            >
              We take you to our payment partner’s secure page, then bring you back here.
            </ChoiceCard>
          )}
        </fieldset>
      </section>
    </>
  )
}

function LoginNotice() {
  const { openLogin } = useLogin()
  return (
    <Notice
      action={
        <LoginOpener onLogin={() => openLogin()}>
          <Button type="submit" variant="plain" size="sm" className="min-h-11">
            Log in
          </Button>
        </LoginOpener>
      }
    >
      Log in to place your order. Your cart stays as it is.
    </Notice>
  )
}
