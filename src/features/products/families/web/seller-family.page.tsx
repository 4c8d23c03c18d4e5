import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MAX_AXIS, MAX_AXIS_VALUE, MAX_FAMILY_NAME, MAX_MEMBERS } from '#features/catalog/families/families.rules.ts'
import { isId } from '#shared/ids.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { SellerHead } from '#web/ui/panel.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { getSellerProduct, type SellerProduct } from '../../seller-products.contract.ts'
import { makeFamily } from '../families.contract.ts'

export { headers } from '#web/private-page.ts'

const title = 'One thing in several kinds'
const list = '/seller/product-list'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, `${list}/family`)

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const asked = new URL(request.url).searchParams.getAll('products').filter(isId)
    const ids = [...new Set(asked)].slice(0, MAX_MEMBERS)
    const answers = await Promise.all(ids.map((id) => api(getSellerProduct, { params: { id } })))
    return { products: answers.map(({ product }) => product), isCut: asked.length > MAX_MEMBERS }
  })

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const named = [1, 2].map((at) => ({ at, axis: formText(form, `axis${at}`).trim() })).filter(({ axis }) => axis)
    const ids = form.getAll('products').filter((id) => typeof id === 'string')
    const members = ids.map((_id) => ({
      _id,
      axes: Object.fromEntries(named.map(({ at, axis }) => [axis, formText(form, `value${at}-${_id}`)])),
    }))
    const { message } = await api(makeFamily, { body: { name: formText(form, 'name'), members } })
    return { message, to: list }
  })

export default function SellerFamilyPage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { products, isCut } = answer
  const key = products.map(({ _id }) => _id).join()
  return (
    <>
      <SellerHead
        title={title}
        text="Shoppers see one card for all of them, and choose on the page. Each stays a product with its own price and stock."
      />
      {products.length < 2 ? (
        <Notice tone="wait" action={<ButtonLink to={list}>Product List</ButtonLink>}>
          Tick at least two products in the Product List.
        </Notice>
      ) : (
        <>
          {isCut && (
            <Notice tone="wait" className="mb-5">
              {`A family can have at most ${MAX_MEMBERS} products: these are the first.`}
            </Notice>
          )}
          <FamilyForm key={key} products={products} />
        </>
      )}
    </>
  )
}

const common = (values: readonly (string | undefined)[]) => {
  const [first = ''] = values
  return values.every((value) => value === first) ? first : ''
}

/** What the products have in common already; a family of one name keeps its axes. */
function startOf(products: readonly SellerProduct[]) {
  const axes = products.find(({ family }) => family)?.family?.axes ?? {}
  const [axis1 = 'Size', axis2 = ''] = Object.keys(axes)
  return { name: common(products.map(({ family }) => family?.name)), axis1, axis2 }
}

function FamilyForm({ products }: { products: readonly SellerProduct[] }) {
  const start = startOf(products)
  const form = useForm<'name' | 'axis1' | 'axis2'>({
    fields: ['name', 'axis1', 'axis2'],
    start,
    judge: (field, typed) => {
      if (field === 'name' && typed.name.trim() === '') return 'Enter the name of the family'
      if (field === 'axis1' && typed.axis1.trim() === '') return 'Say in what they differ, such as Size'
      return undefined
    },
  })
  const startValue = ({ _id, family }: SellerProduct, at: 1 | 2) =>
    form.retyped?.[`value${at}-${_id}`] ?? family?.axes[at === 1 ? start.axis1 : start.axis2] ?? ''
  return (
    <form {...form.attributes} className="grid gap-5 rounded-sm border border-line bg-paper p-5 nav:p-6">
      {form.failed?.again || form.failed?.needsLogin ? (
        <SendFailed failed={form.failed} />
      ) : (
        <Refusal message={form.message} />
      )}
      <div className="grid items-start gap-x-4 gap-y-4.5 sm:grid-cols-3">
        <TextField {...form.field('name')} label="Name of the family" maxLength={MAX_FAMILY_NAME} autoComplete="off" />
        <TextField
          {...form.field('axis1')}
          label="They differ in"
          placeholder="Size"
          maxLength={MAX_AXIS}
          autoComplete="off"
        />
        <TextField
          {...form.field('axis2')}
          optional
          required={false}
          label="And in"
          placeholder="Colour"
          maxLength={MAX_AXIS}
          autoComplete="off"
        />
      </div>
      <ul className="grid gap-4">
        {products.map((product) => (
          <li key={product._id} className="grid items-end gap-3 border-line border-t pt-4 sm:grid-cols-3">
            <input type="hidden" name="products" value={product._id} />
            <p className="flex items-center gap-3">
              <Thumbnail
                picture={product.images[0]}
                category={product.category}
                sizes="56px"
                maxWidth={160}
                className="size-14 flex-none"
              />
              <b className="wrap-anywhere font-semibold">
                <Name>{product.name}</Name>
              </b>
            </p>
            <TextField
              name={`value1-${product._id}`}
              label={`First value of ${product.name}`}
              defaultValue={startValue(product, 1)}
              maxLength={MAX_AXIS_VALUE}
              autoComplete="off"
            />
            <TextField
              optional
              name={`value2-${product._id}`}
              label={`Second value of ${product.name}`}
              defaultValue={startValue(product, 2)}
              maxLength={MAX_AXIS_VALUE}
              autoComplete="off"
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Make them one family
        </Button>
        <ButtonLink to={list} variant="quiet">
          Leave it
        </ButtonLink>
      </div>
    </form>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="products" />
