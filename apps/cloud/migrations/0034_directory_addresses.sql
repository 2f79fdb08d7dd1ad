-- A directory may have given these people their addresses, which used to count as proved by them.
UPDATE "accounts" SET "email_verified_at" = NULL WHERE "id" IN (
	SELECT "memberships"."account_id" FROM "memberships" INNER JOIN "scim_users" ON "scim_users"."membership_id" = "memberships"."id"
);
