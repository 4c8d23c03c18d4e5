import type { ReactNode } from 'react'
import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  NavLink,
  Outlet,
  useLoaderData,
  useLocation,
} from 'react-router'
import { ownNames } from '#shared/languages.ts'
import { apiContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Guard } from '#web/layouts/guard.tsx'
import { PlainPage } from '#web/layouts/plain-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon, type PageIconName } from '#web/ui/page-icon.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import {
  askLock,
  listNames,
  setLanguage,
  workshopIsAuth,
  workshopLogin,
  workshopLogout,
} from '../door/door.contract.ts'
import { Door } from '../door/web/door.tsx'
import { lockIn } from '../door/web/lock-in.ts'
import { forgetKept } from './kept-drafts.ts'
import { pagesEn } from './pages.words.en.ts'
import { pagesHi } from './pages.words.hi.ts'
import { useTaskOf } from './task.tsx'
import { usePages } from './use-pages.ts'
import { WorkshopLogo } from './workshop-logo.tsx'
import { askInWorkshop, languageAsked, languageIn, wordedAs, workshopHeaders, workshopMeta } from './workshop-page.ts'
import '#web/workshop.css'
import '#web/hindi.css'
import '#web/said-here.hi.ts'

export const headers = workshopHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  workshopMeta(matches, (loaderData?.language === 'en' ? pagesEn : pagesHi).workshop, '/workshop')

/** `open` is null where nobody is logged in: then no page of the workshop sends anything. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const open = await askInWorkshop(context, (api) => api(workshopIsAuth))
  if (open) return { open, names: [], language: open.person.language }
  const { people: names } = await context.get(apiContext)(listNames)
  const [first] = names
  const language = url.searchParams.has('language') || !first ? languageAsked(url) : first.language
  return { open: null, names, language }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const intent = formText(form, 'intent')
    if (intent === 'logout') {
      const { message } = await api(workshopLogout, wordedAs(form))
      return { message, to: '/workshop', isInPlace: true }
    }
    if (intent === 'language') {
      await api(setLanguage, { body: { language: languageIn(form) } })
      return { toast: '', back: '/workshop' }
    }
    const person = formText(form, 'person')
    if (intent === 'ask-lock') {
      const asked = await api(askLock, { body: { person }, ...wordedAs(form) })
      return { toast: '', asked }
    }
    const body =
      intent === 'pin'
        ? { person, pin: formText(form, 'pin') }
        : intent === 'lock'
          ? { person, lock: lockIn(form) }
          : { email: formText(form, 'email'), password: formText(form, 'password') }
    const { message } = await api(workshopLogin, { body, ...wordedAs(form) })
    return { message, to: new URL(args.url).pathname, isInPlace: true }
  })

export default function WorkshopLayout() {
  const { open, names } = useLoaderData<typeof loader>()
  return (
    <Guard fallback={<PlainPage />}>
      {open ? (
        // Who comes in from another tab sees nothing of what the person before has typed here.
        <Frame key={open.person._id} open={open}>
          <Outlet />
        </Frame>
      ) : (
        <Door names={names} />
      )}
      <Toaster />
    </Guard>
  )
}

/** A badge has room for two digits. */
const MOST_IN_BADGE = 99

type Open = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['open']>

function Frame({ open, children }: { open: Open; children: ReactNode }) {
  const say = usePages()
  const parent = useTaskOf()
  const pages: { to: string; text: string; icon: PageIconName; count?: number }[] = [
    { to: '/workshop', text: say.today, icon: 'sun' },
    { to: '/workshop/products', text: say.ownPieces, icon: 'jar' },
    { to: '/workshop/parcels', text: say.parcels, icon: 'orders', count: open.openParcels },
    // What helpers do not see.
    ...(open.person.isHelper ? [] : [{ to: '/workshop/money', text: say.money, icon: 'rupee' as const }]),
    { to: '/workshop/story', text: say.myPage, icon: 'user' },
  ]
  return (
    <div className="screen-high nav:flex nav:flex-col bg-kora">
      <SkipLink to="main" className="-top-16 left-4 z-(--z-toast) focus:top-2">
        {say.skip}
      </SkipLink>
      <header className="flex min-h-16 items-center gap-3 border-line border-b bg-paper px-gutter">
        {parent && (
          <Link to={parent} aria-label={say.goBack} className="-ml-3 grid size-12 place-items-center nav:hidden">
            <PageIcon name="chevron-left" size="lg" />
          </Link>
        )}
        <WorkshopLogo className={parent ? 'max-nav:hidden' : ''} />
        <p className="min-w-0 flex-1 truncate font-semibold text-sm">
          <Name>{open.producer.name}</Name>
        </p>
        <PersonMenu open={open} />
      </header>
      <div className="nav:grid nav:flex-1 nav:grid-cols-[14.5rem_1fr]">
        <nav
          aria-label={say.menu}
          className={`max-nav:fixed max-nav:inset-x-0 max-nav:bottom-0 max-nav:z-10 max-nav:border-line max-nav:border-t bg-paper nav:border-line nav:border-r nav:py-4 ${parent ? 'max-nav:hidden' : ''}`}
        >
          <ul className="flex nav:grid">
            {pages.map(({ to, text, icon, count = 0 }) => (
              <li key={to} className="flex-1">
                <NavLink
                  to={to}
                  end={to === '/workshop'}
                  prefetch="intent"
                  className="relative grid min-h-17 place-content-center justify-items-center gap-1 border-transparent border-t-3 text-sm aria-[current]:border-neel-700 aria-[current]:font-semibold nav:flex nav:min-h-12 nav:items-center nav:justify-start nav:gap-3 nav:border-t-0 nav:border-l-3 nav:px-5 nav:text-base nav:aria-[current]:border-madder-700"
                >
                  <PageIcon name={icon} />
                  <span>
                    {text}
                    {count > 0 && <span className="sr-only">, {say.toDo(count)}</span>}
                  </span>
                  {count > 0 && (
                    <span
                      aria-hidden="true"
                      className="grid size-5.5 place-content-center rounded-full bg-madder-700 font-semibold text-count text-white max-nav:absolute max-nav:top-1 max-nav:left-[calc(50%+0.25rem)] nav:ml-auto"
                    >
                      {Math.min(count, MOST_IN_BADGE)}
                    </span>
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <main
          id="main"
          tabIndex={-1}
          className={`mx-auto grid w-full max-w-form content-start gap-4 px-gutter pt-5 text-lg nav:max-w-5xl nav:pb-10 ${parent ? 'pb-44' : 'pb-28'}`}
        >
          {open.producer.isSuspended && <Notice tone="ask">{say.suspended}</Notice>}
          {children}
        </main>
      </div>
    </div>
  )
}

/** Change the language, or leave. Without scripts, too. */
function PersonMenu({ open }: { open: Open }) {
  const say = usePages()
  const { submit, busy } = useSend({ intent: 'logout', fields: [], onDone: () => forgetKept(open.person._id) })
  const other = open.person.language === 'hi' ? 'en' : 'hi'
  const language = useSend({ intent: 'language', fields: [] })
  const { pathname } = useLocation()
  return (
    // Another page shuts it.
    <details key={pathname} className="relative">
      <summary
        aria-label={open.person.name}
        className="grid size-12 cursor-pointer list-none place-items-center rounded-full bg-neel-100 font-semibold text-neel-700"
      >
        {[...open.person.name][0]}
      </summary>
      <div className="absolute right-0 z-20 mt-1 grid min-w-56 gap-1 rounded-sm border border-line bg-paper p-3 shadow-pop">
        <p className="px-3 font-semibold text-sm">{open.person.name}</p>
        {!open.person.isHelper && (
          <Link to="/workshop/people" className="grid min-h-12 items-center px-3 text-sm hover:underline">
            {say.people}
          </Link>
        )}
        <Link to="/workshop/holiday" className="grid min-h-12 items-center px-3 text-sm hover:underline">
          {say.holiday}
        </Link>
        <Link to="/workshop/login" className="grid min-h-12 items-center px-3 text-sm hover:underline">
          {say.ownLogin}
        </Link>
        <form method="post" action="/workshop" onSubmit={language.submit}>
          <HiddenFields values={{ intent: 'language', language: other }} />
          <Button type="submit" variant="quiet" busy={language.busy} lang={other}>
            {ownNames[other]}
          </Button>
        </form>
        <form method="post" action="/workshop" onSubmit={submit}>
          <HiddenFields values={{ intent: 'logout', language: open.person.language }} />
          <Button type="submit" variant="quiet" busy={busy} busyLabel={say.loggingOut}>
            {say.logOut}
          </Button>
        </form>
      </div>
    </details>
  )
}
