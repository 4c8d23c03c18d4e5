import { AddressChoices, ChoiceCard } from '#features/addresses/web/address-choices.tsx'
import { LoginOpener } from '#features/auth/web/login-opener.tsx'
import { formatRupees } from '#shared/money.ts'
import { useSettings, useShopper } from '#web/hooks/use-root.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { useLogin } from '#web/login-context.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Checkout } from './use-checkout.ts'

interface CheckoutChoicesProps {
  /** The id of the checkout form. */
  form: string
  checkout: Checkout
  askedToDelete: string | null
}

/** Where it goes and how it is paid. */
export function CheckoutChoices({ form, checkout, askedToDelete }: CheckoutChoicesProps) {
  const { addresses, payment, setPayment, addressProblem: problem } = checkout
  const shopper = useShopper()
  const { onlinePayment } = useSettings()
  // The pressed button is gone; with the last address, all of the choices are.
  const deleting = useSend({ onDone: checkout.toDeliverTo })
  const problemId = problem ? 'address-problem' : undefined
  return (
    <>
      <section ref={checkout.refs.deliverTo} aria-labelledby="deliver-title" className="mt-10 grid gap-4">
        <h2 id="deliver-title" tabIndex={-1} className="text-2xl leading-control">
          Deliver to
        </h2>
        {problem && (
          <p id={problemId} className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
            <Icon name="warn" size="sm" />
            <span>{problem}</span>
          </p>
        )}
        <SendFailed failed={deleting.failed} />
        {shopper === null && <LoginNotice />}
        {shopper !== null && addresses.length === 0 && (
          <div className="grid justify-items-start gap-3 border border-line-strong p-4">
            <p className="font-semibold">Where should we send it?</p>
            <ButtonLink to="/add-address" variant="line" size="sm" aria-describedby={problemId}>
              <Icon name="plus" size="sm" />
              Add an address
            </ButtonLink>
          </div>
        )}
        {addresses.length > 0 && (
          <>
            <AddressChoices
              addresses={addresses}
              selected={checkout.address?._id}
              form={form}
              onSelect={checkout.setAddress}
              deleting={deleting}
              asked={askedToDelete}
              aria-describedby={problemId}
            />
            <p>
              <ButtonLink to="/add-address" variant="line" size="sm">
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
            onChange={() => setPayment('COD')}
            title="Cash on delivery (COD)"
            icon={<PageIcon name="cash" className="mt-0.5" />}
          >
            {checkout.parcels.length > 1
              ? `Pay each of ${checkout.parcels.length} parcels when it reaches you. `
              : `Pay ${formatRupees(checkout.totals.totalPaise)} when your order reaches you. `}
            No extra charge.
          </ChoiceCard>
          {onlinePayment && (
            <ChoiceCard
              name="payment"
              value="Online"
              checked={payment === 'Online'}
              form={form}
              onChange={() => setPayment('Online')}
              title="Pay online by card"
              icon={<PageIcon name="card" className="mt-0.5" />}
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
    <Notice>
      <p>Log in or create an account to place your order. Your cart stays as it is.</p>
      <div className="-ml-4 flex flex-wrap">
        <LoginOpener onLogin={() => openLogin()}>
          <Button type="submit" variant="plain" size="sm">
            Log in
          </Button>
        </LoginOpener>
        <LoginOpener mode="register" onLogin={() => openLogin({ mode: 'register' })}>
          <Button type="submit" variant="plain" size="sm">
            Create an account
          </Button>
        </LoginOpener>
      </div>
    </Notice>
  )
}
