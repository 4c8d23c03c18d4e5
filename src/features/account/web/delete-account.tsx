import { useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { useForm } from '#web/hooks/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { accountProblem } from '../account-form.rules.ts'
import { AccountForm } from './account-form.tsx'

interface DeleteAccountProps {
  email: string
  /** Opens the dialog before JavaScript. */
  asked: boolean
}

export function DeleteAccount({ email, asked }: DeleteAccountProps) {
  const { settled, clear } = useCart()
  const { revalidate } = useRevalidator()
  const form = useForm({
    intent: 'delete-account',
    fields: ['currentPassword'],
    judge: accountProblem,
    before: settled,
    onDone: () => {
      clear()
      revalidate()
    },
  })
  const isSentOpen = asked || form.retyped !== undefined
  const [open, setOpen] = useState(isSentOpen)

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
        inline={isSentOpen}
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
            form={form}
            page="/account"
            button="Delete account"
            busyLabel="Deleting account"
            look="danger"
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
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField {...form.field('currentPassword')} label="Your password" data-autofocus />
          </AccountForm>
        </div>
      </Modal>
    </>
  )
}
