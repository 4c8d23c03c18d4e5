import { useRef } from 'react'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from 'react-router'
import { tokenReferrer } from '#features/account/login/web/reset-password.tsx'
import { tokenOf } from '#features/newsletter/web/mail-link.ts'
import { type AskedOfNewPasskey, makePasskey, usePasskeys } from '#features/second-factor/web/passkeys-of-browser.ts'
import { formatDay } from '#shared/day.ts'
import type { Language } from '#shared/languages.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { useLanguage } from '#web/words.tsx'
import { pagesEn } from '../../web/pages.words.en.ts'
import { pagesHi } from '../../web/pages.words.hi.ts'
import { usePages } from '../../web/use-pages.ts'
import { languageAsked, languageIn, wordedAs, workshopHeaders, workshopMeta } from '../../web/workshop-page.ts'
import { askNewLock, enterWorkshop, invitationOver, lookAtInvitation } from '../door.contract.ts'
import { DoorFrame } from './door.tsx'
import { LockButton } from './lock-button.tsx'
import { lockIn } from './lock-in.ts'
import { PinField } from './pin-field.tsx'
import '#web/workshop.css'
import '#web/hindi.css'
import '#web/said-here.hi.ts'

const page = '/workshop/enter'

export const headers = workshopHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => [
  ...workshopMeta(matches, (loaderData?.language === 'en' ? pagesEn : pagesHi).invitation, page),
  tokenReferrer,
]

/** Asks nothing and names nobody: a messenger that shows a preview of the link fetches this page, too. */
export const loader = ({ url, request }: LoaderFunctionArgs) => ({
  token: tokenOf(request),
  language: languageAsked(url),
})

interface Invitation {
  name: string
  producer: string
  by: string
  language: Language
  isHelper: boolean
  until: Date
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const token = formText(form, 'token')
      const phoneEnd = formText(form, 'phoneEnd')
      const known = { token, ...(phoneEnd ? { phoneEnd } : {}) }
      if (formText(form, 'intent') === 'look') {
        const { asksPhone, invitation } = await api(lookAtInvitation, { body: known, ...wordedAs(form) })
        return { toast: '', asksPhone, invitation, phoneEnd }
      }
      if (formText(form, 'intent') === 'ask-lock') {
        const asked = await api(askNewLock, { body: known, ...wordedAs(form) })
        return { toast: '', asked }
      }
      const opener = form.has('lock') ? { lock: lockIn(form) } : { pin: formText(form, 'pin') }
      const body = { ...known, language: languageIn(form), name: formText(form, 'name'), ...opener }
      const { message } = await api(enterWorkshop, { body, ...wordedAs(form) })
      return { message, to: '/workshop' }
    },
    // The page itself says that the link is over.
    { reword: ({ code, fields }) => (code === invitationOver.code || fields?.token ? { toast: '' } : {}) },
  )

interface Looked {
  asksPhone: boolean
  invitation: Invitation | null
  phoneEnd: string
}

/** Where an invitation leads: a press goes on, then the person chooses a PIN. */
export default function EnterPage() {
  const { token } = useLoaderData<typeof loader>()
  const posted = useActionData<Partial<Looked>>()
  const look = useForm<'phoneEnd', Looked>({
    intent: 'look',
    fields: ['phoneEnd'],
    judge: () => undefined,
    stays: true,
  })
  const looked = look.done ?? (posted && 'asksPhone' in posted ? (posted as Looked) : undefined)
  const address = `${page}?${new URLSearchParams({ token, language: useLanguage() })}`
  return (
    <DoorFrame>
      {token === '' || look.refused?.code === invitationOver.code || look.refused?.fields.token ? (
        <LinkOver isNew={look.refused !== undefined} />
      ) : looked?.invitation ? (
        <Choose invitation={looked.invitation} token={token} phoneEnd={looked.phoneEnd} address={address} />
      ) : (
        <Look form={look} token={token} address={address} asksPhone={looked?.asksPhone ?? look.refused !== undefined} />
      )}
      <Toaster />
    </DoorFrame>
  )
}

function LinkOver({ isNew }: { isNew: boolean }) {
  const say = usePages()
  const heading = useArrival<HTMLHeadingElement>(isNew)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        {say.linkOver}
      </h1>
      <p className="text-ink-soft">{say.linkOverText}</p>
    </>
  )
}

interface LookProps {
  form: ReturnType<typeof useForm<'phoneEnd', Looked>>
  token: string
  address: string
  asksPhone: boolean
}

function Look({ form, token, address, asksPhone }: LookProps) {
  const say = usePages()
  const { storeName } = useSettings()
  const language = useLanguage()
  return (
    <>
      <h1 className="text-3xl">{say.comeIn}</h1>
      <p>{say.invitedBy(storeName)}</p>
      <form {...form.attributes} action={address} className="grid gap-4">
        <HiddenFields values={{ intent: 'look', token, language }} />
        <Refusal message={form.message} />
        {asksPhone && (
          <TextField
            {...form.field('phoneEnd')}
            label={say.phoneEnd}
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
          />
        )}
        <Button type="submit" block busy={form.busy} busyLabel={say.goingOn}>
          {say.goOn}
        </Button>
      </form>
    </>
  )
}

interface ChooseProps {
  invitation: Invitation
  token: string
  phoneEnd: string
  address: string
}

function Choose({ invitation: { name, producer, by, isHelper, until }, token, phoneEnd, address }: ChooseProps) {
  const say = usePages()
  const language = useLanguage()
  const heading = useArrival<HTMLHeadingElement>(true)
  const lendsLock = usePasskeys()
  const named = useRef<HTMLInputElement>(null)
  const sent = { token, phoneEnd, language }
  const form = useForm({ intent: 'enter', fields: ['name', 'pin'], start: { name }, judge: () => undefined })
  if (form.refused?.code === invitationOver.code) return <LinkOver isNew />
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        {say.welcome(name)}
      </h1>
      <p>{isHelper ? say.helperOf(producer, by) : say.ofProducer(producer, by)}</p>
      <form {...form.attributes} action={address} className="grid gap-5">
        <HiddenFields values={{ ...sent, intent: 'enter' }} />
        <Refusal message={form.message} />
        <TextField {...form.field('name')} ref={named} label={say.yourName} autoComplete="name" />
        {lendsLock && (
          <>
            <LockButton<AskedOfNewPasskey>
              page={address}
              asks={{ ...sent, intent: 'ask-lock' }}
              sends={() => ({ ...sent, intent: 'enter by lock', name: named.current?.value || name })}
              use={makePasskey}
            />
            <p className="text-center text-ink-soft">{say.or}</p>
          </>
        )}
        <PinField {...form.field('pin')} isChosen label={say.choosePin} hint={say.pinHint} />
        <Button type="submit" block busy={form.busy} busyLabel={say.opening}>
          {say.openWorkshop}
        </Button>
      </form>
      <p className="text-ink-soft text-sm">{say.validUntil(formatDay(new Date(until), language))}</p>
    </>
  )
}
