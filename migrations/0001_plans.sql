-- The two plans the specification fixes by id and price.
INSERT INTO scripts (id, slug, name, description, tier, category, price_cents, is_subscription, features, requirements, created_at, updated_at)
VALUES
  (2, 'premium', 'Premium Subscription',
   'Every script in the catalogue except the Lifetime plan, with every update, for as long as the subscription runs. For active airdrop farmers.',
   'premium', 'Automation', 2999, 1,
   '["Unlimited script downloads","Ongoing updates","Priority email support","Priority support","Up to 5 devices at once"]',
   '["Python 3.9 or Node.js 20, depending on the script","A wallet of your own: scripts never ask for a private key"]',
   1767225600000, 1767225600000),
  (12, 'lifetime', 'Lifetime Plan',
   'Every script, present and future, with lifetime updates, a dedicated support manager and two custom scripts written for you. For professional airdrop hunters.',
   'lifetime', 'Automation', 29999, 0,
   '["Unlimited downloads","Lifetime updates","Dedicated support manager","Priority support","2 free custom scripts","Private community access"]',
   '["Python 3.9 or Node.js 20, depending on the script","A wallet of your own: scripts never ask for a private key"]',
   1767225600000, 1767225600000);
