import { type ActionFunctionArgs, redirect } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from '#web/api-context.ts'
import { mayWorkLater } from '#web/forms/form-answer.ts'
import { formText } from '#web/forms/form-text.ts'
import { addOne } from '../cart.rules.ts'
import { changeCartByForm } from './form-cart.ts'

export const loader = () => redirect('/cart')

/** Add to Cart and Buy now before JavaScript has loaded: both lead to the cart. */
export async function action({ request, context }: ActionFunctionArgs) {
  const product = formText(await request.formData(), 'product')
  try {
    const headers = await changeCartByForm(request, context.get(apiContext), context.get(visitContext), (cart) =>
      product === '' ? cart : addOne(cart, product),
    )
    return redirect('/cart', { headers })
  } catch (error) {
    // An unknown product is not added; an error that may pass is shown.
    if (error instanceof AppError && !mayWorkLater(error)) return redirect('/cart')
    throw error
  }
}
