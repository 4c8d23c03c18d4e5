import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
} from 'react-router'
import { productUrl } from '#features/catalog/catalog.categories.ts'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { TellMe } from '#features/catalog/product/web/tell-me.tsx'
import { askStockAlert } from '#features/catalog/stock-alerts.contract.ts'
import { isId } from '#shared/ids.ts'
import { apiContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { notFoundPage } from '#web/not-found-page.ts'
import { pageMeta } from '#web/seo.ts'
import { Name } from '#web/ui/name.tsx'

const title = 'Tell me when it is back'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title, path: '/back-in-stock', noindex: true })

const productOf = (request: Request) => new URL(request.url).searchParams.get('product') ?? ''

export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = productOf(request)
  if (!isId(id)) throw data(null, { status: 404 })
  const { product } = await context
    .get(apiContext)(getProduct, { params: { id } })
    .catch((error: unknown) => {
      throw notFoundPage(error)
    })
  return { product: { _id: product._id, name: product.name, category: product.category } }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const email = formText(form, 'email').trim()
    const { message } = await api(askStockAlert, {
      params: { id: productOf(args.request) },
      body: email === '' ? {} : { email },
    })
    return { message }
  })

/** The form as a page, for browsers without JavaScript. */
export default function BackInStockPage() {
  const { product } = useLoaderData<typeof loader>()
  return (
    <div className="wrap pt-8 pb-section">
      <div className="grid max-w-form gap-6">
        <h1 className="text-4xl">{title}</h1>
        <p className="text-lg">
          <Link to={productUrl(product)} className="link wrap-anywhere">
            <Name>{product.name}</Name>
          </Link>
        </p>
        <TellMe product={product} />
      </div>
    </div>
  )
}
