import { useState } from 'react'
import { Form, useNavigate, useRevalidator } from 'react-router'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { call } from '#web/call.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { deleteAccount } from '../account.contract.ts'
import { accountProblems } from '../account-form.rules.ts'
import { type AccountAnswer, AccountForm } from './account-form.tsx'

const INTENT = 'delete-account'

interface DeleteAccountProps {
  email: string
  /** A form sent before JavaScript had loaded asks for the dialog. */
  asked: boolean
  answer: AccountAnswer | undefined
}

/** Says what goes and what stays, and asks for the password in a dialog. */
export function DeleteAccount({ email, asked, answer }: DeleteAccountProps) {
  const { settled, clear } = useCart()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const isAnswered = answer?.intent === INTENT
  const [open, setOpen] = useState(asked || isAnswered)

  async function onDone() {
    clear()
    setOpen(false)
    await navigate('/')
    await revalidate()
  }

  return (
    <>
      <Form
        action="/account"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Button type="submit" name="leave" value="1" variant="danger">
          Delete my account
        </Button>
      </Form>
      <Modal
        open={open}
        inline={asked || isAnswered}
        onClose={() => setOpen(false)}
        labelledBy="delete-account-title"
        dismissOnScrim={false}
      >
        <div className="grid gap-4 px-5 pt-6 pb-8 sm:p-8">
          <h2 id="delete-account-title" className="text-2xl">
            Delete your account?
          </h2>
          <p>
            Your name, email address, password, addresses, cart, devices and newsletter go at once. This cannot be
            undone.
          </p>
          <p>Your orders stay in our books, without your name, street, phone number and email address.</p>
          <AccountForm
            intent={INTENT}
            page="/account"
            check={accountProblems.deleteAccount}
            send={async (typed) => {
              await settled()
              return call<typeof deleteAccount>('POST /api/user/delete', {
                body: { currentPassword: typed('currentPassword') },
              })
            }}
            onDone={onDone}
            button="Delete account"
            busyLabel="Deleting account"
            look="danger"
            answer={answer}
            beside={
              <ButtonLink
                to="/account"
                prefetch="none"
                variant="quiet"
                onClick={(event) => {
                  event.preventDefault()
                  setOpen(false)
                }}
              >
                Keep account
              </ButtonLink>
            }
          >
            {(field) => (
              <>
                <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
                <PasswordField
                  {...field('currentPassword')}
                  label="Your password"
                  autoComplete="current-password"
                  data-autofocus
                  required
                />
              </>
            )}
          </AccountForm>
        </div>
      </Modal>
    </>
  )
}
