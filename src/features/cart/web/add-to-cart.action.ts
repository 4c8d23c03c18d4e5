import { type ActionFunctionArgs, redirect } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { addOne } from '../cart.rules.ts'
import { changeCartByForm } from './form-cart.ts'

export const loader = () => redirect('/cart')

/** Add to Cart and Buy now, sent before JavaScript had loaded: the answer to both is the cart. */
export async function action({ request, context }: ActionFunctionArgs) {
  const product = formText(await request.formData(), 'product')
  try {
    const headers = await changeCartByForm(request, context.get(apiContext), context.get(visitContext), (cart) =>
      product === '' ? cart : addOne(cart, product),
    )
    return redirect('/cart', { headers })
  } catch (error) {
    // What the shop does not have is not added.
    if (error instanceof AppError) return redirect('/cart')
    throw error
  }
}
