import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { sellerIsAuth } from '#features/auth/auth.contract.ts'
import { readFields } from '#shared/form-fields.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { applicationFields, emptyApplication, refusedIn } from '../application-form.rules.ts'
import { applicationFormEn } from '../apply/web/application.words.en.ts'
import { ApplicationForm, type FormUse } from '../apply/web/application-form.tsx'
import { addProducer } from '../producers.contract.ts'

const title = 'Add a producer'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/producers/new')

/** The page needs nothing but that somebody is logged in. */
export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(sellerIsAuth))

const adding: FormUse = {
  words: applicationFormEn,
  titles: ['Who they are', 'Their work', 'Photos', 'How to reach them'],
  labels: { name: 'Name of the person or group', story: 'Story' },
  hints: {
    story: 'As it will stand on their page. An empty line begins a new paragraph.',
    profileImageUrl: 'The web address of a photo of them.',
  },
  submit: 'Add producer',
  busy: 'Adding',
  note: 'Their page is in the shop at once. Email and mobile number are never shown; without an email address they get no mail.',
  failed: 'Not added. Please try again.',
  isDraftKept: false,
  hasContact: true,
  isByShop: true,
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const { message, application } = await api(addProducer, { body: readFields(applicationFields, form) })
      return { message, to: `/seller/producers/${application._id}` }
    },
    { reword: refusedIn(adding.failed) },
  )

export default function SellerAddProducerPage() {
  return (
    <>
      <BackLink to="/seller/approved-producers" className="mb-2">
        Approved Producers
      </BackLink>
      <SellerHead title={title} text="For somebody who did not apply. Name and place are enough to begin with." />
      <Panel className="max-w-184 p-5 nav:p-6">
        <ApplicationForm start={{ ...emptyApplication, country: 'India' }} use={adding} />
      </Panel>
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="this form" />
