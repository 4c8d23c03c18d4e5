import { type ReactNode, useState } from 'react'
import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { login, register } from '#features/auth/auth.contract.ts'
import { type LoginMode, loginNotKept, safeNext } from '#features/auth/auth.rules.ts'
import { formCartCookie, readCartCookies } from '#features/cart/cart.cookie.ts'
import { visitContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useShopper } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoginForm, loginWords, otherMode, switcherLook } from './login-form.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.mode === 'register' ? 'Create your account' : 'Log in',
    description: 'Log in to save your cart, keep addresses and follow orders.',
    path: '/login',
    noindex: true,
  })

const modeOf = (text: string | null | undefined): LoginMode => (text === 'register' ? 'register' : 'login')

/** `?kept`: a form before JavaScript logged in, and the browser should know the session. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const next = safeNext(searchParams.get('next'))
  const isAsked = searchParams.has('kept')
  if (isAsked && context.get(visitContext).sessions.includes('user')) throw redirect(next)
  return { mode: modeOf(searchParams.get('mode')), next, problem: isAsked ? loginNotKept().message : undefined }
}

/** Takes login and register from forms sent before JavaScript. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const body = {
      email: formText(form, 'email'),
      password: formText(form, 'password'),
      cartItems: readCartCookies(args.request.headers.get('cookie')),
    }
    const isNew = modeOf(formText(form, 'mode')) === 'register'
    if (isNew) await api(register, { body: { ...body, name: formText(form, 'name') } })
    else await api(login, { body })
    const headers = new Headers({ 'set-cookie': formCartCookie({}) })
    const next = safeNext(formText(form, 'next'))
    // A new account has no address yet.
    const isOrdering = isNew && next === '/cart' && Object.keys(body.cartItems).length > 0
    return { back: `/login?${new URLSearchParams({ kept: '1', next: isOrdering ? '/add-address' : next })}`, headers }
  })

/** The modal's form as a page, before JavaScript. */
export default function LoginPage() {
  const asked = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  const refused = posted?.isDone === false ? posted : undefined
  const mode = refused ? modeOf(refused.typed.mode) : asked.mode
  const next = refused ? safeNext(refused.typed.next) : asked.next
  const shopper = useShopper()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [leaving, setLeaving] = useState(false)
  const words = loginWords[mode]

  async function onDone() {
    setLeaving(true)
    await revalidate()
    await navigate(next, { replace: true })
  }

  if (shopper && !leaving) {
    return (
      <Frame title="You are logged in" text={`As ${shopper.name}, ${shopper.email}.`}>
        <ButtonLink to={next} className="mt-6">
          Continue
        </ButtonLink>
      </Frame>
    )
  }
  return (
    <Frame title={words.title} text={words.text}>
      <LoginForm
        key={mode}
        mode={mode}
        next={next}
        onDone={onDone}
        refused={refused}
        problem={asked.problem}
        switcher={
          <Link to={`/login?${new URLSearchParams({ mode: otherMode(mode), next })}`} replace className={switcherLook}>
            {words.other}
          </Link>
        }
      />
    </Frame>
  )
}

function Frame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-modal px-gutter pt-8 pb-section">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-1.5 text-ink-soft">{text}</p>
      {children}
    </div>
  )
}
