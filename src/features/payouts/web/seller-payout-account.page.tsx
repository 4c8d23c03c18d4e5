import { useState } from 'react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { besideFields } from '#features/account/account-form.rules.ts'
import { formatMoment } from '#shared/day.ts'
import { readFields } from '#shared/form-fields.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, orProveFirst, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { accountFields, accountProblem, readAccountForm } from '../account-form.rules.ts'
import type { PayoutAccount } from '../payouts.account.ts'
import { getPayoutAccount, noteCall, setPayoutAccount } from '../payouts.contract.ts'

const title = 'Payout account'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, title, location.pathname)

export const loader = ({ url, params, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) =>
    orProveFirst(url, api(getPayoutAccount, { params: { producer: params.producer ?? '' } })),
  )

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const params = { producer: args.params.producer ?? '' }
      const intent = formText(form, 'intent')
      if (intent === 'note call') {
        const body = { called: formText(form, 'called'), changedAt: formText(form, 'changedAt') }
        const { message } = await api(noteCall, { params, body })
        return { message, to: '/seller/payouts' }
      }
      const account = intent === 'take off' ? null : readAccountForm(readFields(accountFields, form))
      const { message } = await api(setPayoutAccount, { params, body: { account } })
      return { message, to: '/seller/payouts' }
    },
    {
      reword: ({ code, message, fields = {} }) => {
        // The form calls fields as the account does.
        const own = Object.entries(fields).map(([name, words]) => [name.replace(/^account\./, ''), words])
        return besideFields({ code, message, ...(own.length > 0 ? { fields: Object.fromEntries(own) } : {}) })
      },
    },
  )

/** The only page with a whole account number. */
export default function SellerPayoutAccountPage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { producer, account, changedAt, changedBy, mustCall, called, phone } = answer
  const at = changedAt && formatMoment(changedAt)
  return (
    <>
      <BackLink to="/seller/payouts" className="mb-2">
        Payouts
      </BackLink>
      <SellerHead title={title} text={<Name>{producer.name}</Name>} />
      {mustCall && changedAt && <NoteCall changedAt={changedAt} phone={phone} />}
      <Panel className="grid max-w-184 gap-5 p-5 nav:p-6">
        <p className="text-ink-soft text-sm">
          {at && (
            <span>
              Changed by <bdi>{changedBy}</bdi>
              <span>{`, ${at.day}, ${at.time}. `}</span>
            </span>
          )}
          {called && (
            <span>
              Called about it: <bdi>{called}</bdi>.{' '}
            </span>
          )}
          <span>
            Shown in full here and in the bank file only. A run pays to a changed account a day later. The maker gets a
            mail about each change; where there is no e-mail address, you call the maker before a run pays.
          </span>
        </p>
        <AccountForm account={account} />
      </Panel>
      {account && <TakeOff />}
    </>
  )
}

/** No mail told the producer of the change. */
function NoteCall({ changedAt, phone }: { changedAt: Date; phone: string | undefined }) {
  const form = useForm({
    intent: 'note call',
    fields: ['called'],
    judge: (_, { called }) => (called.trim() === '' ? 'Enter whom you spoke to' : undefined),
  })
  return (
    <Panel aria-labelledby="note-call" className="mb-5 grid max-w-184 gap-4 p-5 nav:p-6">
      <h2 id="note-call" className="heading-plain text-lg">
        Call the maker about the changed account
      </h2>
      <p className="text-sm">
        <span>
          No mail could tell the maker that the account changed, and no run pays to it before somebody called.{' '}
        </span>
        {phone ? (
          <span>
            The number on record:{' '}
            <a href={`tel:${phone}`} className="link">
              {phone}
            </a>
            . Do not take one that came with the change.
          </span>
        ) : (
          <span>There is no number on record: speak to the maker in person.</span>
        )}
      </p>
      <form {...form.attributes} className="grid max-w-form gap-5">
        <HiddenFields values={{ intent: 'note call', changedAt: changedAt.toISOString() }} />
        <TextField
          {...form.field('called')}
          label="Whom you spoke to"
          hint="The name, and the number you called."
          maxLength={200}
        />
        <Refusal message={form.message} />
        <Button type="submit" busy={form.busy} busyLabel="Noting" className="max-sm:w-full sm:justify-self-start">
          Note the call
        </Button>
      </form>
    </Panel>
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
          hint="11 signs, like SBIN0001234. You find it in the passbook and on cheques."
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
    fields: [],
    judge: () => undefined,
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
