import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { type AskedOfPasskey, signByPasskey, usePasskeys } from '#features/second-factor/web/passkeys-of-browser.ts'
import { languages, ownNames } from '#shared/languages.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { useLanguage } from '#web/words.tsx'
import { usePages } from '../../web/use-pages.ts'
import { WorkshopLogo } from '../../web/workshop-logo.tsx'
import { LockButton } from './lock-button.tsx'
import { PinField, PinKeys } from './pin-field.tsx'

interface Name {
  _id: string
  name: string
  producer: string
  isOver: boolean
  hasPin: boolean
  hasLock: boolean
}

/** In place of the workshop, where nobody is logged in. */
export function Door({ names }: { names: readonly Name[] }) {
  const say = usePages()
  const [search] = useSearchParams()
  const chosen = names.find(({ _id }) => _id === search.get('who')) ?? (names.length === 1 ? names[0] : undefined)
  return (
    <DoorFrame>
      {names.length === 0 ? (
        <>
          <h1 className="text-3xl">{say.noPhone}</h1>
          <p className="text-ink-soft">{say.noPhoneText}</p>
        </>
      ) : chosen ? (
        <>
          {names.length > 1 && (
            <Link to="/workshop" className="link justify-self-start">
              {say.otherName}
            </Link>
          )}
          <PinForm key={chosen._id} person={chosen} />
        </>
      ) : (
        <Names names={names} />
      )}
      <PasswordForm isOpen={names.length === 0} />
    </DoorFrame>
  )
}

/** With the choice of the language, which keeps the rest of the address. */
export function DoorFrame({ children }: { children: ReactNode }) {
  const say = usePages()
  const own = useLanguage()
  const { pathname, search } = useLocation()
  const inLanguage = (language: string) => {
    const params = new URLSearchParams(search)
    params.set('language', language)
    return `${pathname}?${params}`
  }
  return (
    <div className="screen-high bg-kora">
      <header className="flex min-h-16 items-center justify-between border-line border-b bg-paper px-gutter">
        <WorkshopLogo />
        <nav aria-label={say.language} className="flex">
          {languages.map((language) => (
            <Link
              key={language}
              to={inLanguage(language)}
              replace
              lang={language}
              aria-current={language === own ? 'true' : undefined}
              className="grid min-h-12 place-items-center border border-ink px-4 aria-[current]:bg-ink aria-[current]:text-white"
            >
              {ownNames[language]}
            </Link>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-form gap-5 px-gutter py-8 text-lg">
        {children}
      </main>
    </div>
  )
}

function Names({ names }: { names: readonly Name[] }) {
  const say = usePages()
  return (
    <>
      <h1 className="text-3xl">{say.whoAreYou}</h1>
      <p className="text-ink-soft">{say.severalPeople(names.length)}</p>
      <ul className="border border-line bg-paper">
        {names.map(({ _id, name, producer }) => (
          <li key={_id} className="border-line not-first:border-t">
            <Link to={`/workshop?who=${_id}`} className="flex min-h-20 items-center gap-4 px-4 hover:bg-neel-50">
              <span
                aria-hidden
                className="grid size-12 place-items-center rounded-full bg-neel-100 font-semibold text-neel-700"
              >
                {[...name][0]}
              </span>
              <span className="grid flex-1">
                <b>{name}</b>
                <span className="text-ink-soft text-sm">{producer}</span>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function PinForm({ person: { _id, name, isOver, hasPin, hasLock } }: { person: Name }) {
  const say = usePages()
  const language = useLanguage()
  const lendsLock = usePasskeys()
  const page = `/workshop?who=${_id}`
  const form = useForm({ intent: 'pin', fields: ['pin'], judge: () => undefined })
  return (
    <section className="grid gap-4">
      <h1 className="text-3xl">{hasPin ? say.yourPin(name) : name}</h1>
      {isOver ? (
        <Notice tone="bad">{say.phoneOver}</Notice>
      ) : (
        <>
          {hasLock && lendsLock && (
            <LockButton<AskedOfPasskey>
              page={page}
              asks={{ intent: 'ask-lock', person: _id, language }}
              sends={() => ({ intent: 'lock', person: _id, language })}
              use={signByPasskey}
              hasPin={hasPin}
            />
          )}
          {hasPin ? (
            <form {...form.attributes} action={page} className="grid gap-4">
              <HiddenFields values={{ intent: 'pin', person: _id, language }} />
              <Refusal message={form.message} />
              <PinField {...form.field('pin')} label={say.pin} hint={say.notUpi} hasKeys />
              <PinKeys type={(change) => form.put('pin', change)} />
              <Button type="submit" block busy={form.busy} busyLabel={say.opening}>
                {say.openWorkshop}
              </Button>
            </form>
          ) : (
            !lendsLock && <Notice tone="wait">{say.noLockHere}</Notice>
          )}
        </>
      )}
      {hasPin && <p className="text-ink-soft text-sm">{say.forgotPin}</p>}
    </section>
  )
}

function PasswordForm({ isOpen }: { isOpen: boolean }) {
  const say = usePages()
  const language = useLanguage()
  const form = useForm({ intent: 'password', fields: ['email', 'password'], judge: () => undefined })
  return (
    <details open={isOpen || form.message !== undefined} className="border-line border-t pt-4">
      <summary className="min-h-12 cursor-pointer font-semibold">{say.byPassword}</summary>
      <form {...form.attributes} action="/workshop" className="mt-3 grid gap-4">
        <HiddenFields values={{ intent: 'password', language }} />
        <Refusal message={form.message} />
        <TextField {...form.field('email')} label={say.email} type="email" autoComplete="email" />
        <TextField {...form.field('password')} label={say.password} type="password" autoComplete="current-password" />
        <Button type="submit" variant="line" busy={form.busy} busyLabel={say.opening}>
          {say.openWorkshop}
        </Button>
      </form>
    </details>
  )
}
