import { type ReactNode, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
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
import { type LoginMode, safeNext } from '#features/auth/auth.rules.ts'
import { formCartCookie, readFormCart } from '#features/cart/cart.cookie.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { useUser } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { type LoginAnswer, LoginForm, loginWords, otherMode, switcherLook } from './login-form.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.mode === 'register' ? 'Create your account' : 'Log in',
    description: 'Log in to save your cart, keep addresses and follow orders.',
    path: '/login',
    noindex: true,
  })

const modeOf = (text: string | null): LoginMode => (text === 'register' ? 'register' : 'login')

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return { mode: modeOf(searchParams.get('mode')), next: safeNext(searchParams.get('next')) }
}

/** Login and register, sent before JavaScript had loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const mode = modeOf(formText(form, 'mode'))
  const next = safeNext(formText(form, 'next'))
  const typed = { name: formText(form, 'name'), email: formText(form, 'email') }
  const body = {
    email: typed.email,
    password: formText(form, 'password'),
    cartItems: readFormCart(request.headers.get('cookie')),
  }
  try {
    if (mode === 'register') await api(register, { body: { ...body, name: typed.name } })
    else await api(login, { body })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data(
      { mode, next, answer: { message: error.message, fields: error.fields ?? {}, typed } satisfies LoginAnswer },
      { status: error.status },
    )
  }
  return redirect(next, { headers: { 'set-cookie': formCartCookie({}) } })
}

/** The login modal's form as a page of its own: for links followed before JavaScript has loaded. */
export default function LoginPage() {
  const asked = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const { mode, next } = answered ?? asked
  const user = useUser()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [leaving, setLeaving] = useState(false)
  const words = loginWords[mode]

  async function onDone() {
    setLeaving(true)
    await revalidate()
    await navigate(next, { replace: true })
  }

  if (user && !leaving) {
    return (
      <Frame title="You are logged in" text={`As ${user.name}, ${user.email}.`}>
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
        answer={answered?.answer}
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
