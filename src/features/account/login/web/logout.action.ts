import { type ActionFunctionArgs, redirect } from 'react-router'
import { logoutByPost } from '#features/auth/auth.contract.ts'
import { formCartCookie } from '#features/cart/cart.cookie.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'

export const loader = () => redirect('/')

/** Pages that need a login. */
const personalPages = ['/my-orders', '/account']

/** Stays on the page, unless personal. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const { message } = await api(logoutByPost)
    const isLeft = personalPages.includes(formText(form, 'page'))
    const headers = new Headers({ 'set-cookie': formCartCookie({}) })
    return { message, headers, back: '/', ...(isLeft ? { to: '/' } : {}) }
  })
