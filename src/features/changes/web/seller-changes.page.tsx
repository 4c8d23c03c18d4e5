import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { paiseOf } from '#features/products/product-form.rules.ts'
import { momentInWords } from '#shared/day.ts'
import { toRupees } from '#shared/money.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import type { Reword } from '#web/forms/form-answer.ts'
import { formText } from '#web/forms/form-text.ts'
import { refuseField } from '#web/forms/refuse-field.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { decideChange, listChanges } from '../changes.contract.ts'
import { ChangePanes, SentBack } from './seller-change-panes.tsx'

const title = 'Changes'
const path = '/seller/changes'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, path)

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(listChanges, { query: { page: askedPage(request) } }))

/** The fields of a new piece stand under their own names in the form. */
const reword: Reword = ({ fields = {} }) => ({
  fields: Object.fromEntries(Object.entries(fields).map(([name, words]) => [name.replace(/^product\./, ''), words])),
})

/** The next change opens after a decision. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const isApproved = formText(form, 'intent') === 'approve'
      const sentence = formText(form, 'message').trim()
      const { message } = await api(decideChange, {
        params: { id: formText(form, 'id') },
        body: {
          ...(isApproved
            ? { to: 'approved', ...(form.has('offerPrice') ? { product: readNewPiece(form) } : {}) }
            : { to: 'sent back', message: sentence === '' ? refuseSentence() : sentence }),
          ...numberIn(form, 'edition'),
          ...numberIn(form, 'version'),
        },
      })
      const next = formText(form, 'next')
      return { message, to: next === '' ? path : `${path}?${new URLSearchParams({ id: next })}`, isInPlace: true }
    },
    { reword },
  )

function refuseSentence(): never {
  throw refuseField('message', 'Write a sentence for the maker')
}

function numberIn(form: FormData, name: 'edition' | 'version') {
  const number = Number(formText(form, name))
  return form.has(name) && Number.isInteger(number) ? { [name]: number } : {}
}

function amountIn(form: FormData, name: string) {
  const typed = formText(form, name).trim()
  if (typed === '') return undefined
  const amount = paiseOf(typed)
  if (amount === undefined) throw refuseField(name, 'Use an amount like 1,249 or 1,249.50')
  return toRupees(amount)
}

function readNewPiece(form: FormData) {
  const name = formText(form, 'name').trim()
  const costs = amountIn(form, 'costs')
  return {
    ...(name === '' ? {} : { name }),
    price: amountIn(form, 'price') ?? refuseAmount('price', 'Enter the price'),
    offerPrice: amountIn(form, 'offerPrice') ?? refuseAmount('offerPrice', 'Enter the offer price'),
    ...(costs === undefined ? {} : { costs }),
  }
}

function refuseAmount(name: string, words: string): never {
  throw refuseField(name, words)
}

export default function SellerChangesPage() {
  const list = useLoaderData<typeof loader>()
  if (!list) return null
  const { total, waitingSince, sentBack } = list
  if (total > 0 && waitingSince) {
    const since = momentInWords(new Date(waitingSince))
    const text =
      total === 1 ? `1 waits, since ${since}` : `${total.toLocaleString('en-IN')} wait, the oldest since ${since}`
    return <ChangePanes title={title} text={text} list={list} />
  }
  return (
    <>
      <SellerHead title={title} />
      <PostRefused />
      <Panel>
        <EmptyState title="Nothing waits" text="What makers want changed in the shop appears here." art="stall" />
      </Panel>
      {sentBack.length > 0 && (
        <Panel className="mt-5">
          <SentBack list={sentBack} />
        </Panel>
      )}
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="changes" />
