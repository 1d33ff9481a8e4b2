export default function DeliverTab() {
  return null
}
