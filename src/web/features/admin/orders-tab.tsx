export default function OrdersTab() {
  return null
}
