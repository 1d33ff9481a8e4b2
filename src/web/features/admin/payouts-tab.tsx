export default function PayoutsTab() {
  return null
}
