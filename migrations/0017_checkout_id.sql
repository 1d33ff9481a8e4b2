ALTER TABLE `payments` RENAME COLUMN `payment_id` TO `checkout_id`;
