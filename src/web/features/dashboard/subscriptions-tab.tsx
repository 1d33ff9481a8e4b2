export default function SubscriptionsTab() {
  return null
}
