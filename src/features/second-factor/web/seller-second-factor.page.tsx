import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { formatDay } from '#shared/day.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, SET_UP_PAGE, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { proofFields, proofProblem } from '../code-form.rules.ts'
import { addPasskey, beginPasskey, removePasskey } from '../passkeys.contract.ts'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  setUpSecondFactor,
} from '../second-factor.contract.ts'
import { codeIn, rewordProof } from './answer-login.ts'
import { passkeyIn } from './passkey-field.ts'
import { qrPath } from './qr-code.ts'
import { CodeField, RecoveryField } from './seller-code-field.tsx'
import { Passkeys } from './seller-passkeys.tsx'
import { RecoveryCodes } from './seller-recovery-codes.tsx'
import { type Key, ScanKey } from './seller-scan-key.tsx'

const title = 'Second factor'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, SET_UP_PAGE)

export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(getSecondFactor))

export const action = (args: ActionFunctionArgs) => answerForm(args, act, { reword: rewordProof })

/** The key and the codes are answered once, so no page takes the answer's place. */
async function act(api: Api, form: FormData) {
  const intent = formText(form, 'intent')
  const code = codeIn(form)
  const currentPassword = formText(form, 'currentPassword')
  if (intent === 'begin') {
    const { otpauth } = await api(setUpSecondFactor, { body: {} })
    return { toast: '', key: keyOf(otpauth) }
  }
  if (intent === 'confirm') {
    const { recovery, message } = await api(confirmSecondFactor, {
      body: { code, ...(currentPassword === '' ? {} : { currentPassword }) },
    })
    return { message, recovery }
  }
  if (intent === 'begin passkey') return { toast: '', asked: await api(beginPasskey, { body: { currentPassword } }) }
  if (intent === 'add passkey') {
    const { recovery, message } = await api(addPasskey, { body: { passkey: passkeyIn(form) } })
    return { message, recovery }
  }
  const id = intent.match(/^remove passkey (.+)$/)?.[1]
  const { message } = await (id
    ? api(removePasskey, { params: { id }, body: { currentPassword } })
    : api(removeSecondFactor, { body: { currentPassword, code } }))
  return { message, back: SET_UP_PAGE }
}

function keyOf(otpauth: string): Key {
  const secret = new URL(otpauth).searchParams.get('secret') ?? ''
  return { otpauth, secret, ...qrPath(otpauth) }
}

export default function SellerSecondFactorPage() {
  const state = useLoaderData<typeof loader>()
  const begin = useSend<{ key: Key }>({ intent: 'begin' })
  const adding = useSend<{ recovery: string[] }>({ intent: 'add passkey', reword: () => ({ toast: '' }) })
  const hasPasskey = state !== null && state.passkeys.length > 0
  const confirm = useForm<'code' | 'currentPassword', { recovery: string[] }>({
    intent: 'confirm',
    fields: hasPasskey ? ['code', 'currentPassword'] : ['code'],
    judge: (field, typed) => proofProblem(field === 'code' ? 'code' : 'password')(field, { ...typed, recovery: '' }),
  })
  if (!state) return null
  const recovery = [confirm.done, adding.done].flatMap((done) => done?.recovery ?? [])
  const key = begin.done?.key ?? keyFrom(confirm.retyped)
  const isOn = state.since !== null
  return (
    <>
      <BackLink to="/seller/account" className="mb-2">
        Your account
      </BackLink>
      <SellerHead
        title={title}
        text="A password can be seen or guessed. With a second factor nobody gets in, and no money leaves, without something that only you hold."
      >
        <Pill tone={isOn ? 'ok' : 'wait'}>{isOn ? 'On' : 'Off'}</Pill>
      </SellerHead>
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_1fr]">
        <div className="grid min-w-0 gap-5">
          {recovery.length > 0 && <RecoveryCodes codes={recovery} />}
          {isOn && <CodesLeft left={state.codesLeft} />}
          {state.appSince ? (
            <>
              <AppIsOn since={state.appSince} />
              <TakeOff />
            </>
          ) : key ? (
            <>
              <ScanKey {...key} />
              <Panel aria-labelledby="confirm-title" className="grid gap-4 p-4 nav:p-6">
                <h2 id="confirm-title" className="text-xl">
                  Type the six digits that it shows
                </h2>
                <form {...confirm.attributes} action={SET_UP_PAGE} className="grid gap-4">
                  <HiddenFields
                    values={{ intent: 'confirm', otpauth: key.otpauth, path: key.path, size: `${key.size}` }}
                  />
                  <Refusal message={confirm.message} />
                  {hasPasskey && <PasswordField {...confirm.field('currentPassword')} label="Your password" />}
                  <CodeField {...confirm.field('code')} label="Six digits" />
                  <Button
                    type="submit"
                    busy={confirm.busy}
                    busyLabel="Checking"
                    className="max-sm:w-full sm:justify-self-start"
                  >
                    Switch on the second factor
                  </Button>
                </form>
              </Panel>
            </>
          ) : (
            <Panel aria-labelledby="begin-title" className="grid gap-4 p-4 nav:p-6">
              <h2 id="begin-title" className="text-xl">
                An authenticator app on your phone
              </h2>
              <p>Any app that shows six digits will do. It needs no network.</p>
              <SendFailed failed={begin.failed} />
              <form method="post" action={SET_UP_PAGE} onSubmit={begin.submit}>
                <HiddenFields values={{ intent: 'begin' }} />
                <Button type="submit" busy={begin.busy} className="max-sm:w-full">
                  Set up an app
                </Button>
              </form>
            </Panel>
          )}
        </div>
        <div className="grid gap-5">
          <Passkeys {...state} adding={adding} />
          <Asides />
        </div>
      </div>
    </>
  )
}

/** After a refusal without scripts the form has it still. */
function keyFrom(typed: Record<string, string> | undefined): Key | undefined {
  if (!typed?.otpauth || !typed.path) return undefined
  const secret = new URL(typed.otpauth).searchParams.get('secret') ?? ''
  return { otpauth: typed.otpauth, secret, path: typed.path, size: Number(typed.size) }
}

function leftInWords(codes: number) {
  if (codes === 0) return 'No recovery code is left.'
  return codes === 1 ? 'One recovery code is left.' : `${codes} recovery codes are left.`
}

const CodesLeft = ({ left }: { left: number }) => (
  <Panel aria-labelledby="left-title" className="grid gap-3 p-4 nav:p-6">
    <h2 id="left-title" className="text-xl">
      Codes for a lost phone
    </h2>
    {left < 4 ? (
      <Notice tone="wait">
        {leftInWords(left)} Take the second factor off and set it up again to get ten new ones.
      </Notice>
    ) : (
      <p className="text-ink-soft text-sm">{left === 10 ? 'All ten' : `${left} of ten`} recovery codes are left.</p>
    )}
  </Panel>
)

const AppIsOn = ({ since }: { since: Date }) => (
  <Panel aria-labelledby="on-title" className="grid gap-3 p-4 nav:p-6">
    <h2 id="on-title" className="text-xl">
      An authenticator app
    </h2>
    <p>Set up on {formatDay(since)}. A login asks for a code of it, after the password.</p>
  </Panel>
)

function TakeOff() {
  const form = useForm({
    intent: 'remove',
    fields: proofFields,
    judge: (field, typed) => proofProblem('code')(field, typed) ?? proofProblem('password')(field, typed),
  })
  return (
    <Panel aria-labelledby="off-title" className="grid gap-4 p-4 nav:p-6">
      <h2 id="off-title" className="text-xl">
        Take it off
      </h2>
      <p className="text-ink-soft text-sm">
        For a new phone: take it off, then set it up again. A mail tells you of both.
      </p>
      <form {...form.attributes} action={SET_UP_PAGE} className="grid max-w-form gap-4">
        <HiddenFields values={{ intent: 'remove' }} />
        <Refusal message={form.message} />
        <PasswordField {...form.field('currentPassword')} label="Your password" />
        <CodeField {...form.field('code')} required={false} />
        <RecoveryField {...form.field('recovery')} />
        <Button
          type="submit"
          variant="danger"
          busy={form.busy}
          busyLabel="Taking off"
          className="max-sm:w-full sm:justify-self-start"
        >
          Take the second factor off
        </Button>
      </form>
    </Panel>
  )
}

const Asides = () => (
  <>
    <Panel aria-labelledby="when-title" className="grid gap-2.5 p-4 nav:p-6">
      <h2 id="when-title" className="text-xl">
        When we ask
      </h2>
      <ul className="grid list-disc gap-1.5 pl-4.5 text-sm">
        <li>At each login</li>
        <li>Before money leaves: payout runs, the bank’s file, refunds, corrections</li>
        <li>Before a maker’s account, rights or your second factor change</li>
      </ul>
    </Panel>
    <Panel aria-labelledby="lost-title" className="grid gap-2.5 p-4 nav:p-6">
      <h2 id="lost-title" className="text-xl">
        Phone and codes both lost?
      </h2>
      <p className="text-sm">
        Whoever runs the shop’s server can take your second factor off. You then set it up anew, and get a mail about
        it.
      </p>
    </Panel>
  </>
)

export const ErrorBoundary = () => <SellerFailed title={title} what="your second factor" />
