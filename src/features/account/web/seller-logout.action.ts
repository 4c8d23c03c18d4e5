import { type ActionFunctionArgs, redirect } from 'react-router'
import { sellerLogoutByPost } from '#features/auth/auth.contract.ts'
import { answerForm } from '#web/forms/answer-form.ts'

export const loader = () => redirect('/seller')

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api) => ({ message: (await api(sellerLogoutByPost)).message, to: '/' }))
