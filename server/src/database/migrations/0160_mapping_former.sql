CREATE TABLE "item_mapping_former" (
	"store_id" text NOT NULL,
	"own_code" text NOT NULL,
	"national_code" text NOT NULL,
	"list_type" text NOT NULL,
	CONSTRAINT "item_mapping_former_pk" PRIMARY KEY("store_id","own_code","national_code","list_type")
);
