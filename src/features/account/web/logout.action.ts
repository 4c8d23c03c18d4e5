import { type ActionFunctionArgs, redirect } from 'react-router'
import { logoutByPost } from '#features/auth/auth.contract.ts'
import { formCartCookie } from '#features/cart/cart.cookie.ts'
import { answerForm } from '#web/answer-form.ts'
import { formText } from '#web/form-text.ts'

export const loader = () => redirect('/')

/** Pages that cannot be shown without a login. */
const personalPages = ['/my-orders', '/account']

/** The page stays, except the personal ones. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const { message } = await api(logoutByPost)
    const isLeft = personalPages.includes(formText(form, 'page'))
    const headers = new Headers({ 'set-cookie': formCartCookie({}) })
    return { message, headers, back: '/', ...(isLeft ? { to: '/' } : {}) }
  })
