import { useState } from 'react'
import { momentInWords } from '#shared/day.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import type { useSend } from '#web/hooks/use-send.ts'
import { SET_UP_PAGE } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { passwordProblem } from '../code-form.rules.ts'
import { type AskedOfNewPasskey, makePasskey, usePasskeys } from './passkeys-of-browser.ts'
import { KeyIcon } from './seller-passkey-button.tsx'

interface Passkey {
  _id: string
  name: string
  addedAt: Date
  usedAt: Date | null
}

interface PasskeysProps {
  passkeys: readonly Passkey[]
  /** The address at which browsers have passkeys; null: at none of this shop. */
  passkeysAt: string | null
  adding: Pick<ReturnType<typeof useSend>, 'send' | 'busy' | 'refused' | 'forget'>
}

export const Passkeys = ({ passkeys, passkeysAt, adding }: PasskeysProps) => (
  <Panel aria-labelledby="passkeys-title">
    <div className="grid gap-3 p-4 nav:p-6">
      <h2 id="passkeys-title" className="flex items-center gap-2.5 text-xl">
        <KeyIcon />
        Passkeys
      </h2>
      <p className="text-sm">
        Quicker than digits: your finger or face on this device. A passkey works at this shop only, so no false page can
        take it.
      </p>
      <AddPasskey at={passkeysAt} adding={adding} />
    </div>
    <ul>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey._id} {...passkey} />
      ))}
    </ul>
  </Panel>
)

const notMade = 'No passkey was made. If this device has one here already, use that one.'

function AddPasskey({ at, adding }: { at: string | null; adding: PasskeysProps['adding'] }) {
  const hydrated = useHydrated()
  const isThere = usePasskeys()
  const [isMaking, setMaking] = useState(false)
  const [problem, setProblem] = useState('')
  const form = useForm<'currentPassword', { asked: AskedOfNewPasskey }>({
    intent: 'begin passkey',
    fields: ['currentPassword'],
    judge: passwordProblem,
    before: async () => {
      setProblem('')
      adding.forget()
    },
    onDone: ({ asked }, sentBy) => {
      sentBy?.reset()
      void make(asked)
    },
  })
  async function make(asked: AskedOfNewPasskey) {
    setMaking(true)
    const passkey = await makePasskey(asked)
    setMaking(false)
    if (passkey === undefined) return setProblem(notMade)
    const sent = new FormData()
    sent.set('intent', 'add passkey')
    sent.set('passkey', passkey)
    await adding.send(sent, SET_UP_PAGE)
  }
  if (!hydrated) return null
  if (!isThere) return <p className="text-ink-soft text-sm">{whyNone(at)}</p>
  return (
    <form {...form.attributes} action={SET_UP_PAGE} className="grid gap-3">
      <HiddenFields values={{ intent: 'begin passkey' }} />
      <Refusal message={problem || adding.refused?.message || form.message} />
      <PasswordField {...form.field('currentPassword')} label="Your password" />
      <Button
        type="submit"
        variant="line"
        busy={form.busy || isMaking || adding.busy}
        busyLabel="Waiting for your device"
        className="justify-self-start"
      >
        Add a passkey
      </Button>
    </form>
  )
}

function whyNone(at: string | null) {
  if (at === null) return 'To use passkeys, this shop needs an address with https and a name.'
  return window.location.origin === at ? 'This browser has no passkeys.' : `To add a passkey, open ${at}`
}

function PasskeyRow({ _id, name, addedAt, usedAt }: Passkey) {
  const form = useForm({
    intent: `remove passkey ${_id}`,
    fields: ['currentPassword'],
    judge: passwordProblem,
  })
  return (
    <li className="grid gap-1 border-line border-t px-4 py-4 nav:px-6">
      <h3 className="heading-plain wrap-anywhere font-semibold text-base">
        <bdi>{name}</bdi>
      </h3>
      <p className="text-ink-soft text-sm">
        <span>Added {momentInWords(addedAt)}, </span>
        <span>{usedAt ? `used ${momentInWords(usedAt)}` : 'not used yet'}</span>
      </p>
      <details>
        <summary className="link min-h-11 w-fit cursor-pointer content-center text-sm">
          Remove<span className="sr-only"> {name}</span>
        </summary>
        <form {...form.attributes} action={SET_UP_PAGE} className="grid gap-3 pt-1">
          <HiddenFields values={{ intent: `remove passkey ${_id}` }} />
          <Refusal message={form.message} />
          <PasswordField {...form.field('currentPassword')} label="Your password" />
          <Button type="submit" variant="danger" busy={form.busy} busyLabel="Removing" className="justify-self-start">
            Remove this passkey
          </Button>
        </form>
      </details>
    </li>
  )
}
