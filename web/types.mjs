/** TypeScript out of OpenAPI descriptions, for tools/client_types.py: a JSON object {name: description} comes in on
 *  standard input, {name: types} goes out. An object whose keys are ids becomes a Record of them. */
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const { factory } = ts;
const nameOf = (ref) => ref.slice(ref.lastIndexOf("/") + 1);

function typeOf(schema) {
  if (schema.$ref) return factory.createTypeReferenceNode(nameOf(schema.$ref));
  if (schema.anyOf) return factory.createUnionTypeNode(schema.anyOf.map(typeOf));
  if (schema.enum) {
    return factory.createUnionTypeNode(
      schema.enum.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    );
  }
  if (schema.type === "array" && schema.items) return factory.createArrayTypeNode(typeOf(schema.items));
  if (schema.propertyNames) return recordOf(schema);
  const plain = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" }[schema.type];
  if (!plain) throw new Error(`an object with ids as keys cannot hold ${JSON.stringify(schema)}`);
  return factory.createTypeReferenceNode(plain);
}

function recordOf(schema) {
  const record = factory.createTypeReferenceNode("Record", [
    factory.createTypeReferenceNode(nameOf(schema.propertyNames.$ref)),
    typeOf(schema.additionalProperties),
  ]);
  return schema.required ? record : factory.createTypeReferenceNode("Partial", [record]);
}

const options = {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  alphabetize: false,
  transform: (schema) => (schema.propertyNames?.$ref ? recordOf(schema) : undefined),
};

let input = "";
for await (const chunk of process.stdin) input += chunk;
const made = {};
for (const [name, description] of Object.entries(JSON.parse(input))) {
  made[name] = astToString(await openapiTS(description, options));
}
process.stdout.write(JSON.stringify(made));
