import { useState } from 'react'
import { toast } from 'react-hot-toast'
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { call, messageOf } from '#web/call.ts'
import { useEndedSession } from '#web/hooks/use-ended-session.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SellerHead } from '#web/ui/panel.tsx'
import { productUrl } from '../catalog.categories.ts'
import type { ProductDraft, toProductData } from '../product-form.rules.ts'
import {
  type archiveProduct,
  getSellerProduct,
  type SellerProduct,
  type unarchiveProduct,
} from '../seller-products.contract.ts'
import { listMakers } from './product-form.loader.ts'
import { ProductForm } from './product-form.tsx'
import { editProduct } from './send-product.ts'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, `Edit ${loaderData?.product.name}`, location.pathname)

export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    return await askAsSeller(context, async (api) => {
      const [{ product }, makers] = await Promise.all([
        api(getSellerProduct, { params: { id: params.id ?? '' } }),
        listMakers(api),
      ])
      return { product, makers }
    })
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 })
    throw error
  }
}

const rupees = (paise: number) => (paise / 100).toLocaleString('en-IN', { maximumFractionDigits: 2 })

const draftOf = (product: SellerProduct): ProductDraft => ({
  name: product.name,
  category: product.category,
  description: product.description.join('\n'),
  price: rupees(product.price),
  offerPrice: rupees(product.offerPrice),
  weight: product.weight ?? '',
  stock: product.stock === null ? '' : String(product.stock),
  producer: product.producer ?? '',
})

export default function SellerEditProductPage() {
  const answer = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  if (!answer) return null
  const { product, makers } = answer
  return (
    <>
      <SellerHead title="Edit Product" text={product.name}>
        <div className="flex flex-wrap items-center gap-4">
          {!product.isArchived && (
            <Link to={productUrl(product)} className="link inline-flex min-h-11 items-center text-sm">
              View in the shop
            </Link>
          )}
          <Archive product={product} onDone={revalidate} />
        </div>
      </SellerHead>
      {product.isArchived && (
        <Notice tone="wait" className="mb-5">
          This product is archived: it is not in the shop. Orders keep it.
        </Notice>
      )}
      <ProductForm
        key={product._id}
        start={draftOf(product)}
        images={product.images}
        producers={makers}
        submit="Save changes"
        leave={{ title: 'Leave without saving the changes?', confirm: 'Leave' }}
        hint="Shows in the shop at once."
        send={(fields, pictures, onProgress, changed) =>
          editProduct(product._id, onlyChanged(fields, changed), pictures, onProgress)
        }
        onSaved={(saved, draft) => {
          revalidate()
          return { draft, images: saved.product.images }
        }}
      />
    </>
  )
}

/** Only what was changed is sent: pieces may be sold while somebody edits. The two prices go together. */
function onlyChanged(fields: ReturnType<typeof toProductData>, changed: readonly (keyof ProductDraft)[]) {
  const isPrice = (name: string) => name === 'price' || name === 'offerPrice'
  const isSent = (name: string) => changed.some((one) => one === name || (isPrice(one) && isPrice(name)))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isSent(name)))
}

/** Out of the shop after asking once, and back. */
function Archive({ product, onDone }: { product: SellerProduct; onDone: () => Promise<void> }) {
  const hasEnded = useEndedSession()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    const params = { id: product._id }
    try {
      const { message } = product.isArchived
        ? await call<typeof unarchiveProduct>('POST /api/product/:id/unarchive', { params })
        : await call<typeof archiveProduct>('POST /api/product/:id/archive', { params })
      toast.success(message)
      await onDone()
    } catch (error) {
      if (!hasEnded(error)) toast.error(messageOf(error))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button
        variant={product.isArchived ? 'line' : 'danger'}
        size="sm"
        busy={busy}
        className="min-h-11"
        onClick={() => (product.isArchived ? run() : setAsking(true))}
      >
        {product.isArchived ? 'Bring back' : 'Archive'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Archive ${product.name}?`}
        text="It leaves the shop. You can bring it back from Archived in the Product List."
        confirm="Archive product"
        keep="Keep it"
        danger
        busy={busy}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
