import { useState } from 'react'
import { toast } from 'react-hot-toast'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { call } from '#web/call.ts'
import { useAct } from '#web/hooks/use-act.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, isNotSeller, sellerMeta } from '#web/seller-page.ts'
import { ActFailed } from '#web/ui/act-failed.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { problemsOfFields, type TypedApplication } from '../application-form.rules.ts'
import {
  editProducer,
  getApplication,
  type StoredApplication,
  type suspendProducer,
  type unsuspendProducer,
} from '../producers.contract.ts'
import { producerUrl } from '../producers.rules.ts'
import { type ApplicationAnswer, ApplicationForm, type FormUse, readApplication } from './application-form.tsx'

const title = 'Edit Producer'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, `Edit ${loaderData?.application.name}`, location.pathname)

/** Only an approved producer has something to edit. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const answer = await askAsSeller(context, (api) => api(getApplication, { params: { id: params.id ?? '' } }))
  if (answer && answer.application.status !== 'approved') throw data(null, { status: 404 })
  return answer
}

/** The form, sent before JavaScript had loaded. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const typed = readApplication(await request.formData())
  try {
    await context.get(apiContext)(editProducer, { params: { id: params.id ?? '' }, body: typed })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!isNotSeller(error)) {
      const answer: ApplicationAnswer = { message: error.message, fields: problemsOfFields(error.fields), typed }
      return data(answer, { status: error.status })
    }
  }
  return redirect(new URL(request.url).pathname)
}

const typedOf = (application: StoredApplication): TypedApplication => ({
  name: application.name,
  location: application.location,
  country: application.country,
  yearsInBusiness: String(application.yearsInBusiness),
  specialties: application.specialties.join(', '),
  story: application.story,
  profileImageUrl: application.profileImageUrl,
  coverImageUrl: application.coverImageUrl,
  email: application.email,
  mobileNumber: application.mobileNumber,
})

const editing = (id: string): FormUse => ({
  titles: ['Who they are', 'Their work', 'Photos', 'How to reach them'],
  labels: { name: 'Name', story: 'Story' },
  hints: {
    story: 'As it stands on their page. An empty line begins a new paragraph.',
    profileImageUrl: 'The web address of a photo of them.',
  },
  submit: 'Save changes',
  busy: 'Saving',
  note: 'Shows on their page at once. Email and mobile number are never shown.',
  failed: 'Not saved. Please try again.',
  isDraftKept: false,
  send: (body) => call<typeof editProducer>('PATCH /api/producer/:id', { params: { id }, body }),
})

export default function SellerProducerPage() {
  const answer = useLoaderData<typeof loader>()
  return answer && <EditProducer key={answer.application._id} application={answer.application} />
}

function EditProducer({ application }: { application: StoredApplication }) {
  const answered = useActionData<ApplicationAnswer>()
  const [name, setName] = useState(application.name)
  const [isSuspended, setSuspended] = useState(application.isSuspended)
  const id = application._id
  return (
    <>
      <BackLink to="/seller/approved-producers" className="mb-2">
        Approved Producers
      </BackLink>
      <SellerHead title={title} text={<bdi>{name}</bdi>}>
        <div className="flex flex-wrap items-center gap-4">
          {!isSuspended && (
            <Link to={producerUrl(id)} className="link inline-flex min-h-11 items-center text-sm">
              View in the shop
            </Link>
          )}
          <Suspend id={id} name={name} isSuspended={isSuspended} onDone={setSuspended} />
        </div>
      </SellerHead>
      {isSuspended && (
        <Notice tone="wait" className="mb-5">
          This producer is suspended: their page and products are not in the shop. Take them back, and all is as it was.
        </Notice>
      )}
      <Panel className="max-w-184 p-5 nav:p-6">
        <ApplicationForm
          start={answered?.typed ?? typedOf(application)}
          answer={answered}
          use={editing(id)}
          onSent={(typed) => setName(typed.name.trim())}
        />
      </Panel>
    </>
  )
}

interface SuspendProps {
  id: string
  name: string
  isSuspended: boolean
  onDone: (isSuspended: boolean) => void
}

/** Out of the shop after asking once, and back. */
function Suspend({ id, name, isSuspended, onDone }: SuspendProps) {
  const { busy, failed, act } = useAct()
  const [asking, setAsking] = useState(false)
  async function run() {
    const params = { id }
    await act(async () => {
      const { message, application } = isSuspended
        ? await call<typeof unsuspendProducer>('POST /api/producer/:id/unsuspend', { params })
        : await call<typeof suspendProducer>('POST /api/producer/:id/suspend', { params })
      toast.success(message)
      onDone(application.isSuspended)
    })
    setAsking(false)
  }
  return (
    <>
      <ActFailed failed={failed} className="basis-full" />
      <Button
        variant={isSuspended ? 'line' : 'danger'}
        size="sm"
        busy={busy}
        className="min-h-11"
        onClick={() => (isSuspended ? run() : setAsking(true))}
      >
        {isSuspended ? 'Take back' : 'Suspend'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={
          <>
            Suspend <bdi>{name}</bdi>?
          </>
        }
        text="Their page and all their products leave the shop until you take them back. Orders that were placed stay as they are."
        confirm="Suspend producer"
        keep="Keep in the shop"
        danger
        busy={busy}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="this producer" />
