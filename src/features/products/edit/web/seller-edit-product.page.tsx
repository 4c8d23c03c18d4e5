import { useState } from 'react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { productUrl } from '#features/catalog/catalog.categories.ts'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SellerHead } from '#web/ui/panel.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { TakeOut } from '#web/ui/take-out.tsx'
import { draftOf } from '../../product-form.rules.ts'
import {
  archiveProduct,
  duplicateProduct,
  getSellerProduct,
  type SellerProduct,
  unarchiveProduct,
} from '../../seller-products.contract.ts'
import { stateOf } from './form-state.ts'
import type { DatedPercentages } from './product-split.tsx'
import { ProductForm } from './seller-product-form.tsx'
import { editProduct } from './send-product.ts'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, `Edit ${loaderData?.product.name}`, location.pathname)

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const found = api(getSellerProduct, { params: { id: params.id ?? '' } })
    const [{ product, producerName }, percentages] = await Promise.all([found, api(getPercentages)])
    return { product, producerName, percentages }
  })

/** Archive, bring back or duplicate. The form itself sends what is typed, with its pictures. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const params = { id: args.params.id ?? '' }
    if (formText(form, 'intent') === 'duplicate') {
      const { message, product } = await api(duplicateProduct, { params })
      return { message, to: `/seller/product-list/${product._id}` }
    }
    const isOut = formText(form, 'intent') === 'take-out'
    const { message } = isOut ? await api(archiveProduct, { params }) : await api(unarchiveProduct, { params })
    return { message, back: args.url.pathname }
  })

export default function SellerEditProductPage() {
  const answer = useLoaderData<typeof loader>()
  return answer && <EditProduct key={answer.product._id} {...answer} />
}

type Shown = Pick<SellerProduct, '_id' | 'name' | 'category' | 'isArchived' | 'isDraft' | 'isSuspended'>

interface EditProductProps {
  product: SellerProduct
  producerName: string
  percentages: DatedPercentages
}

function EditProduct({ product, producerName: maker, percentages }: EditProductProps) {
  // Shown without asking again: the network may be gone.
  const [saved, setSaved] = useState<{ before: SellerProduct; now: Shown }>()
  const shown = saved?.before === product ? saved.now : product
  const setShown = (now: Shown) => setSaved({ before: product, now })
  const { _id, name, isArchived, isDraft } = shown
  return (
    <>
      <SellerHead title="Edit Product" text={name}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <OneButton intent="duplicate" label="Duplicate" />
          {isDraft ? (
            <OneButton intent="take-out" label="Archive" />
          ) : (
            <TakeOut
              isOut={isArchived}
              page={productUrl(shown)}
              out="Archive"
              back="Bring back"
              title={`Archive ${name}?`}
              text="It leaves the shop. You can bring it back from Archived in the Product List."
              confirm="Archive product"
              keep="Keep it"
            />
          )}
        </div>
      </SellerHead>
      {isArchived && (
        <Notice tone="wait" className="mb-5">
          {whyNotShown(shown)}
        </Notice>
      )}
      <ProductForm
        percentages={percentages}
        start={{ ...product, draft: draftOf(product, maker) }}
        submit={isDraft ? 'Publish' : 'Save changes'}
        isDraftOffered={isDraft}
        undo="Undo"
        leave={{ title: 'Leave without saving the changes?', confirm: 'Leave' }}
        hint={isDraft ? 'Publishing puts it on sale.' : 'Changes are on sale at once.'}
        send={async (edit, onProgress) => {
          const sent = await editProduct(_id, edit, onProgress)
          if ('stored' in sent || 'failure' in sent) setShown(sent.product)
          return sent
        }}
        onSaved={(saved, { producerName }) => {
          setShown(saved.product)
          return stateOf(saved.product, producerName)
        }}
      />
    </>
  )
}

function whyNotShown({ isDraft, isSuspended }: Shown) {
  if (isDraft) return 'This product is a draft: nobody but you sees it until you publish it.'
  return isSuspended
    ? 'This product is not in the shop, because its producer is suspended. It comes back with the producer.'
    : 'This product is archived: it is not in the shop. Orders keep it.'
}

function OneButton({ intent, label }: { intent: string; label: string }) {
  const sending = useSend({ intent })
  return (
    <form method="post" onSubmit={sending.submit} className="flex flex-wrap items-center gap-3">
      <HiddenFields values={{ intent }} />
      <SendFailed failed={sending.failed} />
      <Button type="submit" variant="line" size="sm" busy={sending.busy}>
        {label}
      </Button>
    </form>
  )
}
