import { NotShown } from '#web/ui/not-shown.tsx'

/** Shown where the shop could not find out who is logged in. */
const NotKnown = () => (
  <div className="wrap w-full py-4 print:hidden">
    <NotShown>We could not find out whether you are logged in. Your account and your cart are as they were.</NotShown>
  </div>
)
export default NotKnown
