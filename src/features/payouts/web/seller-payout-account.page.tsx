import { useState } from 'react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { besideFields } from '#features/account/account-form.rules.ts'
import { formatMoment } from '#shared/day.ts'
import { readFields } from '#shared/form-fields.ts'
import { answerForm } from '#web/answer-form.ts'
import { formText } from '#web/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { accountFields, accountProblem, readAccountForm } from '../account-form.rules.ts'
import type { PayoutAccount } from '../payouts.account.ts'
import { getPayoutAccount, setPayoutAccount } from '../payouts.contract.ts'

const title = 'Payout account'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, title, location.pathname)

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(getPayoutAccount, { params: { producer: params.producer ?? '' } }))

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const isTakenOff = formText(form, 'intent') === 'take off'
      const { message } = await api(setPayoutAccount, {
        params: { producer: args.params.producer ?? '' },
        body: {
          account: isTakenOff ? null : readAccountForm(readFields(accountFields, form)),
          currentPassword: formText(form, 'currentPassword'),
        },
      })
      return { message, to: '/seller/payouts' }
    },
    {
      reword: ({ code, message, fields = {} }) => {
        // The form's fields have the names of the account's.
        const own = Object.entries(fields).map(([name, words]) => [name.replace(/^account\./, ''), words])
        return besideFields({ code, message, ...(own.length > 0 ? { fields: Object.fromEntries(own) } : {}) })
      },
    },
  )

/** Where a producer is paid. The only page that shows an account number in full. */
export default function SellerPayoutAccountPage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { producer, account, changedAt, changedBy } = answer
  const at = changedAt && formatMoment(changedAt)
  return (
    <>
      <BackLink to="/seller/payouts" className="mb-2">
        Payouts
      </BackLink>
      <SellerHead title={title} text={<bdi>{producer.name}</bdi>} />
      <Panel className="grid max-w-184 gap-5 p-5 nav:p-6">
        <p className="text-ink-soft text-sm">
          {at && (
            <>
              Changed by <bdi>{changedBy}</bdi>, {at.day}, {at.time}.{' '}
            </>
          )}
          Shown in full here and in the bank file only. A change holds for runs from now on, and the maker gets a mail
          that the account changed.
        </p>
        <AccountForm account={account} />
      </Panel>
      {account && <TakeOff />}
    </>
  )
}

function AccountForm({ account }: { account: PayoutAccount | null }) {
  const [kind, setKind] = useState(account?.kind ?? 'bank')
  const form = useForm({
    intent: 'save',
    fields: accountFields,
    start: { kind: 'bank', ...account },
    judge: accountProblem,
  })
  const choice = (value: 'bank' | 'upi', words: string) => (
    <label className="flex min-h-11 items-center gap-2.5">
      <input
        type="radio"
        name="kind"
        value={value}
        defaultChecked={kind === value}
        onChange={() => setKind(value)}
        className="size-5 accent-neel-700"
      />
      {words}
    </label>
  )
  return (
    <form {...form.attributes} className="group grid max-w-form gap-5">
      <HiddenFields values={{ intent: 'save' }} />
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="font-semibold text-sm">How the maker is paid</legend>
        {choice('bank', 'To a bank account (NEFT)')}
        {choice('upi', 'To a UPI ID')}
      </fieldset>
      <TextField
        {...form.field('holder')}
        label="Account holder"
        hint="The name that the bank knows."
        maxLength={100}
        autoComplete="off"
      />
      <div className="hidden gap-5 group-has-[[value=bank]:checked]:grid">
        <TextField
          {...form.field('accountNumber')}
          required={false}
          label="Account number"
          inputMode="numeric"
          maxLength={30}
          autoComplete="off"
        />
        <TextField
          {...form.field('ifsc')}
          required={false}
          label="IFSC"
          hint="11 signs, like SBIN0001234. It stands in the passbook and on cheques."
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField
          {...form.field('bank')}
          required={false}
          label="Bank"
          hint="As short as people say it, like SBI. Lists show it with the last four digits."
          maxLength={60}
          autoComplete="off"
        />
      </div>
      <div className="hidden group-has-[[value=upi]:checked]:grid">
        <TextField
          {...form.field('upi')}
          required={false}
          label="UPI ID"
          hint="Like name@bank."
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <PasswordField {...form.field('currentPassword')} label="Your current password" />
      <Refusal message={form.message} />
      <Button type="submit" busy={form.busy} busyLabel="Saving" className="max-sm:w-full sm:justify-self-start">
        Save account
      </Button>
    </form>
  )
}

function TakeOff() {
  const form = useForm({
    intent: 'take off',
    fields: ['currentPassword'],
    judge: (_, { currentPassword }) => (currentPassword === '' ? 'Enter your current password' : undefined),
  })
  return (
    <Panel aria-labelledby="take-off" className="mt-5 grid max-w-184 gap-4 p-5 nav:p-6">
      <h2 id="take-off" className="heading-plain text-lg">
        Take the account off
      </h2>
      <p className="text-ink-soft text-sm">
        Nothing is paid out to the maker until there is an account again. What is due stays due.
      </p>
      <form {...form.attributes} className="grid max-w-form gap-5">
        <HiddenFields values={{ intent: 'take off' }} />
        <PasswordField {...form.field('currentPassword')} label="Your current password" />
        <Refusal message={form.message} />
        <Button
          type="submit"
          variant="danger"
          busy={form.busy}
          busyLabel="Taking off"
          className="max-sm:w-full sm:justify-self-start"
        >
          Take account off
        </Button>
      </form>
    </Panel>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="this account" />
